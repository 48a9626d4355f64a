/** All clients on the same replayed data, interleaved, with the bars we hold ourselves to. */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks.sidebyside;
