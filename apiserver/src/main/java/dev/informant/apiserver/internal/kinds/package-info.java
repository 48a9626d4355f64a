/**
 * What is particular to each built-in kind. A family, such as {@link dev.informant.apiserver.internal.kinds.Pods}, describes related
 * kinds in one place: traits, selectable fields, defaults, checks, immutable fields and table columns. {@link
 * dev.informant.apiserver.internal.kinds.BuiltInKinds} is the table of them; the core knows no kind by name. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.kinds;
