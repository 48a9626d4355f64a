/** A certificate authority for one server's life: keys and certificates made with the JDK alone. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.tls;
