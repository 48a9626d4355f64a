/**
 * What the watch command prints: objects as rows, and what changed in them. Stateless but for the printer,
 * which is called by one handler.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.watch;
