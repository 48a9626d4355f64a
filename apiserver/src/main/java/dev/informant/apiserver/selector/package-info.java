/** Label and field selectors. Values; thread-safe. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.selector;
