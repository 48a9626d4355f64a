package dev.informant.informer;

import dev.informant.object.Revision;

/** Gives a handler the objects of revisions. */
record DecodingHandler<T>(ResourceEventHandler<T> handler) implements RevisionHandler<T> {
  @Override
  public void onAdd(Revision<T> revision, boolean inInitialList) {
    handler.onAdd(revision.object(), inInitialList);
  }

  @Override
  public void onUpdate(Revision<T> before, Revision<T> after) {
    T old = before.object();
    handler.onUpdate(old, after == before ? old : after.object());
  }

  @Override
  public void onDelete(Revision<T> last, boolean finalStateUnknown) {
    handler.onDelete(new Deleted<>(last.key(), last.object(), finalStateUnknown));
  }
}
