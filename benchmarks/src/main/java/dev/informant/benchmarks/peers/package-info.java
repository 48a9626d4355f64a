/** One process that runs one Java client against the replay server and prints one line of figures. */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks.peers;
