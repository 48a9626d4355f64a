/** Which kinds a cluster has, asked of the cluster. Everything here may be called by any thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.discovery;
