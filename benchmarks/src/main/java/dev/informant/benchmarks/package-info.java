/**
 * What the engine costs, as JMH benchmarks. {@code benchmarks/engine} builds and runs them and holds the
 * results against the bars; figures and the machines they were taken on are in {@code docs/performance.md}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks;
