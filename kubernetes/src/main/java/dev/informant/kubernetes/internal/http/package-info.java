/** fabric8's HTTP client as informers need it: renewed with its certificates, on connections that are watched. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.http;
