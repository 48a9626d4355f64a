/** Where objects come from: lists, watches, and the reflector that turns them into changes. */
@org.jspecify.annotations.NullMarked
package dev.informant.source;
