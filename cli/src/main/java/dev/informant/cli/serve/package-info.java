/** What the serve command needs besides the server itself. Used by that command only. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.serve;
