package dev.informant.verification.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What became of one seed.
 *
 * @param traceHash equal for equal runs
 * @param faults how many, by kind
 * @param faultCount how many were drawn, whether or not they were let happen
 * @param violations the broken promises; empty if none
 * @param trace the last lines of what happened, if asked for
 */
record SimulationResult(
    long seed,
    Duration simulated,
    long steps,
    long writes,
    Map<String, Long> faults,
    int faultCount,
    long traceHash,
    List<Violation> violations,
    List<String> trace) {}
