/**
 * Single requests to the API server, on the connection of the informers. Begin with {@link
 * dev.informant.kubernetes.rest.RestClient}, which any thread may use; a request belongs to one.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.rest;
