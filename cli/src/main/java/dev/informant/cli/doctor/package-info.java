/** Checks what a cluster supports and permits for informers. Used by one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.doctor;
