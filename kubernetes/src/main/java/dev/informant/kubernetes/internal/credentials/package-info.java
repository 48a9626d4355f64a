/** Server and user of a configuration: address, certificates, keys, tokens and exec plugins. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.credentials;
