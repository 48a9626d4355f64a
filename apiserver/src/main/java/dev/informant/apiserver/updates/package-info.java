/**
 * What an update may change: a table of the built-in kinds, with the causes a kube-apiserver gives. {@link
 * dev.informant.apiserver.updates.UpdateTable} has the table, {@link dev.informant.apiserver.updates.UpdateRule} the
 * forms of its rules, {@link dev.informant.apiserver.updates.Likeness} says when a value counts as changed. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.updates;
