/** What a configuration says about server and user: address, certificates, keys, tokens and exec plugins. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.credentials;
