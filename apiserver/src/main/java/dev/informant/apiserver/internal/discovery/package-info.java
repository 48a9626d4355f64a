/** Discovery and OpenAPI documents. Stateless. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.discovery;
