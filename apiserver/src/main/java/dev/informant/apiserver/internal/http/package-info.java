/**
 * The sockets: HTTP/1.1, HTTP/2 and WebSocket in front of the core. Nothing here knows a kind of object, and
 * no thread waits for a watch. For the server's own assembly, not for users. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.http;
