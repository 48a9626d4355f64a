/** A certificate authority for one server's life: keys and certificates made with the JDK alone. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.tls;
