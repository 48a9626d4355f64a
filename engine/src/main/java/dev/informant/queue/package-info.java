/** The queues between the source and the store. */
@org.jspecify.annotations.NullMarked
package dev.informant.queue;
