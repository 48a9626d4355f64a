/** Shared informers: handlers, registrations, sync, resync, state. */
@org.jspecify.annotations.NullMarked
package dev.informant.informer;
