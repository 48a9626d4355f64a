package dev.informant.internal.source;

import dev.informant.log.QuietLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs the steps of a reflector one at a time, whatever they throw. A step that throws breaks off what is under way;
 * if even that throws, it is tried again after a second: a reflector that neither runs nor waits for anything would
 * be silent for ever. Thread-safe.
 */
final class ReflectorSteps implements Executor {
  private static final Logger LOG = QuietLog.of(Reflector.class);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final String name;
  private final EngineRuntime runtime;
  private final ReflectorLoop<?> loop;
  private final SerialQueue queue;

  ReflectorSteps(String name, EngineRuntime runtime, ReflectorLoop<?> loop) {
    this.name = name;
    this.runtime = runtime;
    this.loop = loop;
    this.queue = runtime.pipelineQueue(this::notRun);
  }

  @Override
  public void execute(Runnable step) {
    queue.execute(() -> run(step));
  }

  private void run(Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      threw(failure);
    }
  }

  private void threw(Throwable failure) {
    try {
      LOG.log(Level.WARNING, "reflector " + name + ": a step threw", failure);
      if (!loop.isOver()) {
        loop.broke(failure);
      }
    } catch (RejectedExecutionException noTimers) {
      loop.refused(noTimers);
    } catch (Throwable again) {
      breakLater(again);
    }
  }

  private void breakLater(Throwable failure) {
    Runnable threw = () -> execute(() -> threw(failure));
    try {
      runtime.timers().schedule(AGAIN, threw);
    } catch (RejectedExecutionException noTimers) {
      loop.refused(noTimers);
    } catch (Throwable noTimer) {
      threw.run();
    }
  }

  /** Steps report their own failures: this one was refused, or waits for a thread. */
  private void notRun(Throwable failure) {
    if (failure instanceof RejectedExecutionException) {
      loop.refused(failure);
    } else {
      LOG.log(Level.ERROR, "reflector " + name + ": could not run a step, retrying", failure);
    }
  }
}
