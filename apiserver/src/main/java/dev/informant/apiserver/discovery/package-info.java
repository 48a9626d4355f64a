/** Discovery, version and OpenAPI documents. Stateless. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.discovery;
