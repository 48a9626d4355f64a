/**
 * Single requests to the API server, on the connection of the informers. Start with {@link
 * dev.informant.kubernetes.rest.RestClient}. It is thread-safe; a request is not.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.rest;
