/** Time, timers, threads and randomness, all injectable. The only package that reads the clock, starts threads or waits. */
@org.jspecify.annotations.NullMarked
package dev.informant.runtime;
