package dev.informant.runtime;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads named {@code role-n}; what escapes from one is logged. */
final class NamedThreads implements ThreadFactory {
  private static final Logger LOG = QuietLog.of(NamedThreads.class);

  private final String role;
  private final AtomicInteger made = new AtomicInteger();

  NamedThreads(String role) {
    this.role = role;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(
        null, task, role + "-" + made.incrementAndGet(), 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (which, failure) -> LOG.log(Level.ERROR, "thread " + which.getName() + " died", failure));
    return thread;
  }
}
