package dev.informant.cli.demo;

/**
 * How large and how lively the demo is.
 *
 * @param pods about how many there are
 * @param rate changes a second
 * @param seed of the cluster and of the choices the faults make
 */
public record DemoOptions(int pods, double rate, long seed) {}
