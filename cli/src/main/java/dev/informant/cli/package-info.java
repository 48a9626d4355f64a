/**
 * The {@code informant} command: {@link dev.informant.cli.Main} and its subcommands. Commands run on the
 * thread that calls them and own everything they start.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.cli;
