/** The structural schemas of CRDs: pruning, defaults and validation. Stateless. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.schema;
