package dev.informant.apiserver.internal.storage;

/** Hears of the changes of one resource, one call at a time, in order. Calls must be short. */
public interface ChangeListener {
  /** A change after the revision the listener subscribed at. */
  void changed(SharedChange change);

  /** The store has dropped its listeners: a restart, or its end. Nothing follows. */
  void dropped();
}
