/** What reading watches costs before anything is decoded, by HTTP client. */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks.transport;
