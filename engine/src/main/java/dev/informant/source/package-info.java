/**
 * Where objects come from: lists, watches, and the reflector that turns them into changes.
 *
 * <p>{@link dev.informant.source.ListerWatcher} is what a source implements, {@link
 * dev.informant.source.BlockingListerWatcher} its classic blocking form. {@link
 * dev.informant.source.Reflector} follows one and feeds a queue; {@link
 * dev.informant.source.Pager}, {@link dev.informant.source.RetryWatcher} and {@link
 * dev.informant.source.Until} serve those who want a list or a watch alone.
 *
 * <p>Nothing here owns a thread or waits on one: each reflector is a state machine whose steps run on a
 * serial queue over the pipeline of its runtime. Only blocking sources and the callbacks of {@code Pager}
 * and {@code Until} run on threads that may block.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.source;
