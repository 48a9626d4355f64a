/** What can be made to go wrong, by Java or over HTTP. Start at {@link dev.informant.apiserver.faults.Faults}. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.faults;
