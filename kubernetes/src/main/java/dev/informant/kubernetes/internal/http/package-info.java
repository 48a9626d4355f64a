/**
 * Configures fabric8's HTTP client for informers: re-created when certificates are renewed, with pings on its
 * connections.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.http;
