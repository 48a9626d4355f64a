/**
 * The output of the watch command: objects as rows, and their changes. Stateless, except for the printer, which is
 * called by one handler.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.watch;
