/** Connects commands to a cluster: server, user and kinds. All classes are thread-safe. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.cluster;
