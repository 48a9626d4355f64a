/** Faults for real processes: a line that can be cut, slowed and stalled, signals, and a load of writes. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.chaos;
