/**
 * The structural schemas of CRDs (pruning, defaults, validation), and what a server written in Go knows or says of
 * values: {@code Go…} its texts and numbers, {@link dev.informant.apiserver.schema.ModelFields} the fields of built-in
 * kinds, {@code NameForms} and {@code Addresses} their forms. Stateless. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.schema;
