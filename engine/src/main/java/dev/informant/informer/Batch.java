package dev.informant.informer;

import dev.informant.internal.store.RevisionStore.Revisions;
import java.util.List;
import java.util.Set;

/** What is handed to listeners in one go: one instance for all of them. Immutable. */
sealed interface Batch<T> {
  /** How many calls it stands for at most. */
  int size();

  /** Changes, oldest first. */
  record Changes<T>(List<Notification<T>> notifications) implements Batch<T> {
    @Override
    public int size() {
      return notifications.size();
    }
  }

  /** What the store held when a listener joined; walked by the listener, not by the pipeline. */
  record Initial<T>(Revisions<T> revisions) implements Batch<T> {
    @Override
    public int size() {
      return revisions.size();
    }
  }

  /** Everything in the store, shown again to those who are due. */
  record Resync<T>(Revisions<T> revisions, Set<ProcessorListener<T>> audience) implements Batch<T> {
    @Override
    public int size() {
      return revisions.size();
    }
  }

  /** A list begins or ends here, in order with the changes that it brought. */
  record ListMark<T>(boolean begins, String resourceVersion) implements Batch<T> {
    @Override
    public int size() {
      return 0;
    }
  }

  /** The initial list ends here: a listener that gets to this has returned from all of it. */
  record Synced<T>() implements Batch<T> {
    @Override
    public int size() {
      return 0;
    }
  }
}
