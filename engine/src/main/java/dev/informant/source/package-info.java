/**
 * Sources of objects: lists and watches.
 *
 * <p>A source implements {@link dev.informant.source.ListerWatcher}, or its blocking form {@link
 * dev.informant.source.BlockingListerWatcher}. Informers and {@link dev.informant.informer.QueueController} follow a
 * source; {@link dev.informant.source.Pager}, {@link dev.informant.source.RetryWatcher} and {@link
 * dev.informant.source.Until} serve programs that need only a list or a watch.
 *
 * <p>No class of this package owns or blocks a thread. Blocking sources and the callbacks of {@code Pager} and {@code
 * Until} run on callback threads, which may block.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.source;
