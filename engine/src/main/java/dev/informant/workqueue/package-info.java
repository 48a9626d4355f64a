/** Work queues for reconcilers: de-duplicating, delaying, rate limiting, with priorities. */
@org.jspecify.annotations.NullMarked
package dev.informant.workqueue;
