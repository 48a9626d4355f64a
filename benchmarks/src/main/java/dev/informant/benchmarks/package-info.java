@org.jspecify.annotations.NullMarked
package dev.informant.benchmarks;
