/**
 * The forms in which objects are read and written besides plain JSON: YAML, protobuf, tables and metadata alone.
 * {@link dev.informant.apiserver.internal.content.ContentNegotiation} is the way in. Stateless and thread-safe. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.content;
