/** How faults reach requests and watches, and the knobs over HTTP. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.faults;
