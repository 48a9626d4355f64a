/** The structural schemas of CRDs: pruning, defaults and validation of custom resources by them. Stateless. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.schema;
