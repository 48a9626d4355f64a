package dev.informant.informer;

import dev.informant.object.Revision;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What handlers are told of one change of the store. Shared by all listeners; immutable. */
sealed interface Notification<T> {
  String key();

  /** The object's version after the change. */
  String resourceVersion();

  record Add<T>(Revision<T> revision, boolean initial) implements Notification<T> {
    @Override
    public String key() {
      return revision.key();
    }

    @Override
    public String resourceVersion() {
      return revision.resourceVersion();
    }
  }

  /**
   * @param audience the listeners meant; null means all
   */
  record Update<T>(
      Revision<T> before, Revision<T> after, @Nullable Set<ProcessorListener<T>> audience)
      implements Notification<T> {
    @Override
    public String key() {
      return after.key();
    }

    @Override
    public String resourceVersion() {
      return after.resourceVersion();
    }

    boolean concerns(ProcessorListener<T> listener) {
      return audience == null || audience.contains(listener);
    }
  }

  /**
   * @param before what the store held, which is what handlers were shown last
   * @param last the last known state, which the handler is given
   */
  record Delete<T>(Revision<T> before, Revision<T> last, boolean finalStateUnknown)
      implements Notification<T> {
    @Override
    public String key() {
      return before.key();
    }

    @Override
    public String resourceVersion() {
      return last.resourceVersion();
    }
  }
}
