package dev.informant.informer;

import dev.informant.object.ObjectAccessor;
import java.util.function.Predicate;

/** Shows another handler only the objects that match, and their entering and leaving. */
record FilteringHandler<T>(
    ObjectAccessor<T> accessor, Predicate<? super T> filter, ResourceEventHandler<T> handler)
    implements ResourceEventHandler<T> {
  @Override
  public void onAdd(T object, boolean inInitialList) {
    if (filter.test(object)) {
      handler.onAdd(object, inInitialList);
    }
  }

  @Override
  public void onUpdate(T before, T after) {
    boolean was = filter.test(before);
    boolean is = filter.test(after);
    if (was && is) {
      handler.onUpdate(before, after);
    } else if (is) {
      handler.onAdd(after, /* inInitialList= */ false);
    } else if (was) {
      handler.onDelete(new Deleted<>(accessor.key(before), before, /* finalStateUnknown= */ false));
    }
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    T last = deleted.object();
    if (last != null && filter.test(last)) {
      handler.onDelete(deleted);
    }
  }
}
