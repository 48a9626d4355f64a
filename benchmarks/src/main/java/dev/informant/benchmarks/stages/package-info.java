/** The stages between the socket and the object, each beside what the machine can do at best. */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks.stages;
