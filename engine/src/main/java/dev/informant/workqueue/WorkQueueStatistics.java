package dev.informant.workqueue;

import java.time.Duration;

/**
 * A work queue at one moment.
 *
 * @param depth items that need work nobody has begun: those waiting, and those added again while being
 *     worked on
 * @param delayed items whose delay has not passed
 * @param processing items being worked on
 * @param unfinishedWork the time spent so far on the items being worked on, summed
 * @param longestRunning the time spent so far on the item worked on for longest; zero if there is none
 * @param longestWaiting the time the item that waits for longest has been waiting; zero if there is none
 */
public record WorkQueueStatistics(
    int depth,
    int delayed,
    int processing,
    Duration unfinishedWork,
    Duration longestRunning,
    Duration longestWaiting) {}
