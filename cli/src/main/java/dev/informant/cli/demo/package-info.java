/**
 * A simulated cluster in one process, followed by informers, with faults that keys inject. Used by the demo command
 * only; the comment of each class names the threads that may call it.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.demo;
