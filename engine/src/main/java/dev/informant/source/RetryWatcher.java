package dev.informant.source;

import dev.informant.internal.source.ResumedWatch;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import java.util.Objects;

/**
 * A watch that resumes when its stream ends: it is reopened at the last version received, at most once a second,
 * indefinitely. No event is lost or repeated. It ends by itself only if resuming would lose events or cannot succeed:
 * the version has expired, access is denied, or an event has no usable version. The receiver is then called with a
 * {@link WatchEvent.Error} and the end of the stream. If the receiver throws, the watch ends and the receiver is called
 * with that failure. A stream without data for too long is cut and reopened.
 *
 * <p>Bookmarks are requested and passed on. It does not list: changes before the first version are unknown. Any thread
 * may call {@link #watch}; each call opens an independent watch.
 */
public final class RetryWatcher<T> {

  private final ListerWatcher<T> source;
  private final ObjectAccessor<T> accessor;
  private final EngineRuntime runtime;

  public RetryWatcher(ListerWatcher<T> source, ObjectAccessor<T> accessor, EngineRuntime runtime) {
    this.source = Objects.requireNonNull(source, "source");
    this.accessor = Objects.requireNonNull(accessor, "accessor");
    this.runtime = Objects.requireNonNull(runtime, "runtime");
  }

  /**
   * Watches from a version. The receiver is called on the pipeline and must not block.
   *
   * @throws IllegalArgumentException if the version is empty or "0", because missed events could not be detected
   */
  public ListerWatcher.Exchange watch(
      String resourceVersion, ListerWatcher.WatchReceiver<T> receiver) {
    if (resourceVersion.isEmpty() || resourceVersion.equals("0")) {
      throw new IllegalArgumentException("a watch that can be resumed needs a real version, got \""
          + resourceVersion + "\"; list first and use the version of the list");
    }
    var watch = new ResumedWatch<>(source, accessor, runtime, resourceVersion, receiver);
    watch.start();
    return watch;
  }
}
