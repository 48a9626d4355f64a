package dev.informant.informer;

import dev.informant.object.Revision;
import java.util.function.Consumer;

/** Passes on keys. */
record KeyHandler<T>(Consumer<? super String> action) implements RevisionHandler<T> {
  @Override
  public void onAdd(Revision<T> revision, boolean inInitialList) {
    action.accept(revision.key());
  }

  @Override
  public void onUpdate(Revision<T> before, Revision<T> after) {
    action.accept(after.key());
  }

  @Override
  public void onDelete(Revision<T> last, boolean finalStateUnknown) {
    action.accept(last.key());
  }
}
