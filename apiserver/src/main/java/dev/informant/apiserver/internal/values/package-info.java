/**
 * Values as a server written in Go reads, compares and shows them: {@code Go…} its texts, numbers, times and patterns,
 * {@link dev.informant.apiserver.internal.values.NameForms} and {@code Addresses} the forms of names and addresses. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.values;
