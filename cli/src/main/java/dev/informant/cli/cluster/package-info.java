/**
 * How commands reach a cluster: which one, as whom, and which kinds it has. Its classes may be called by any
 * thread.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.cluster;
