/**
 * What the engine costs, as JMH benchmarks. {@code benchmarks/engine} builds and runs them and holds the
 * results against the bars; figures and the machines they were taken on are in {@code docs/performance.md}. In the packages
 * below: {@code sidebyside}, ours beside other clients, run by {@code peers}; {@code stages}, one pod from bytes to object;
 * {@code transport}, bytes alone. Each has a script of its name in {@code benchmarks/}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks;
