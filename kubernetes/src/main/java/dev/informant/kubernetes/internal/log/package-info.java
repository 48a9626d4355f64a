/** Passes log lines on to the logging framework of the application. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.log;
