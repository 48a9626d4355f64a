package dev.informant.informer;

import dev.informant.object.Revision;
import dev.informant.store.RevisionStore.Revisions;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What is handed to listeners in one go: one instance for all of them. Immutable. */
sealed interface Batch<T> {
  /** How many calls it stands for at most. */
  int size();

  /** These calls, made as they are asked for. */
  Iterator<Notification<T>> calls();

  private static <T> Iterator<Notification<T>> each(
      Revisions<T> revisions, Function<Revision<T>, Notification<T>> call) {
    Iterator<Revision<T>> walk = revisions.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return walk.hasNext();
      }

      @Override
      public Notification<T> next() {
        return call.apply(walk.next());
      }
    };
  }

  /** Changes, oldest first. */
  record Changes<T>(List<Notification<T>> notifications) implements Batch<T> {
    @Override
    public int size() {
      return notifications.size();
    }

    @Override
    public Iterator<Notification<T>> calls() {
      return notifications.iterator();
    }
  }

  /** What the store held when a listener joined; walked by the listener, not by the pipeline. */
  record Initial<T>(Revisions<T> revisions) implements Batch<T> {
    @Override
    public int size() {
      return revisions.size();
    }

    @Override
    public Iterator<Notification<T>> calls() {
      return each(revisions, revision -> new Notification.Add<>(revision, /* initial= */ true));
    }
  }

  /** Everything in the store, shown again to those who are due. */
  record Resync<T>(Revisions<T> revisions, Set<ProcessorListener<T>> audience) implements Batch<T> {
    @Override
    public int size() {
      return revisions.size();
    }

    @Override
    public Iterator<Notification<T>> calls() {
      return each(revisions, revision -> new Notification.Update<>(revision, revision, null));
    }
  }

  /** The initial list ends here: a listener that gets to this has returned from all of it. */
  record Synced<T>() implements Batch<T> {
    @Override
    public int size() {
      return 0;
    }

    @Override
    public Iterator<Notification<T>> calls() {
      return Collections.emptyIterator();
    }
  }
}
