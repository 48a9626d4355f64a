/** Support for the serve command: kubeconfig and listen errors. Used by that command only. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.serve;
