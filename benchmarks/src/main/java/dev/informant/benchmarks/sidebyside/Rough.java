package dev.informant.benchmarks.sidebyside;

/**
 * Roughly what a client takes on two quiet processors: for announcing how long a run will be, and for where to begin a search. No
 * figure is made of it.
 *
 * @param startSeconds until the first object, less in wall time than in CPU
 * @param objectMicros wall time for each object of a sync
 * @param eventMicros wall time for each event
 * @param heapMb in which it can sync 50 000 pods
 */
record Rough(double startSeconds, double objectMicros, double eventMicros, int heapMb) {}
