/**
 * A whole cluster in one process, watched by informers, with faults at the press of a key. Used by the
 * demo command only; each class says which threads may call it.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.demo;
