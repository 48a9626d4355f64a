package dev.informant.internal.runtime;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Those who want to hear that a runtime is closed, each once. Thread-safe. */
public final class CloseListeners {
  private static final Logger LOG = QuietLog.of(CloseListeners.class);

  private final Map<Object, Runnable> listeners = new ConcurrentHashMap<>();

  public CloseListeners() {}

  /** Adds one; what it returns takes it back. */
  public Runnable add(Runnable listener) {
    Object place = new Object();
    listeners.put(place, listener);
    return () -> listeners.remove(place);
  }

  /** Tells all, on this thread. */
  public void closed() {
    for (Object place : listeners.keySet()) {
      Runnable listener = listeners.remove(place);
      if (listener != null) {
        tell(listener);
      }
    }
  }

  private static void tell(Runnable listener) {
    try {
      listener.run();
    } catch (Throwable failure) { // the others must hear of it too
      LOG.log(Level.ERROR, "a close listener of the runtime threw", failure);
    }
  }
}
