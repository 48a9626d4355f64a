package dev.informant.workqueue;

import java.time.Duration;

/**
 * The state of a work queue at one time.
 *
 * @param depth items that wait for processing: queued items, and items added again while being processed
 * @param delayed items whose delay has not passed
 * @param processing items being processed
 * @param unfinishedWork the total time spent so far on the items being processed
 * @param longestRunning the time spent so far on the item with the longest processing; zero if there is none
 * @param longestWaiting how long the oldest queued item has been waiting; zero if there is none
 */
public record WorkQueueStatistics(
    int depth,
    int delayed,
    int processing,
    Duration unfinishedWork,
    Duration longestRunning,
    Duration longestWaiting) {}
