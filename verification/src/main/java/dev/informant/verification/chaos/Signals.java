package dev.informant.verification.chaos;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals to processes that the caller has started. Stateless. */
public final class Signals {
  private Signals() {}

  /** SIGSTOP: the process stands still until {@link #resume}. */
  public static void suspend(long pid) throws IOException, InterruptedException {
    send("STOP", pid);
  }

  /** SIGCONT. */
  public static void resume(long pid) throws IOException, InterruptedException {
    send("CONT", pid);
  }

  private static void send(String signal, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    if (!kill.waitFor(10, TimeUnit.SECONDS)) {
      throw new IOException("kill -" + signal + " " + pid + " has not returned");
    }
  }
}
