/** Label and field selectors. Values; thread-safe. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.selector;
