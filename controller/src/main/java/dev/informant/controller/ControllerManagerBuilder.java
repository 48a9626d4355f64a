package dev.informant.controller;

import dev.informant.kubernetes.SharedInformerFactory;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the options of {@link ControllerManager}. Not thread-safe. */
public final class ControllerManagerBuilder {
  /** How long the first lists may take before it is reported as an error, unless configured. */
  public static final Duration DEFAULT_SYNC_TIMEOUT = Duration.ofMinutes(2);

  /** How long closing waits for runs, unless configured. */
  public static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(30);

  final SharedInformerFactory informers;
  String name = "controllers";

  @Nullable
  Election election;

  ControllerObserver observer = ControllerObserver.NONE;
  Duration syncTimeout = DEFAULT_SYNC_TIMEOUT;
  Duration shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT;

  ControllerManagerBuilder(SharedInformerFactory informers) {
    this.informers = Objects.requireNonNull(informers, "informers");
  }

  /** The name of the program: in logs, as reporting controller of events, and as name of the Role. Default {@code controllers}. */
  public ControllerManagerBuilder name(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("the name must not be blank");
    }
    name = value;
    return this;
  }

  /** Runs reconcilers only while this process leads. Default: no election. */
  public ControllerManagerBuilder election(Election value) {
    election = Objects.requireNonNull(value, "election");
    return this;
  }

  /** Receives what the controllers do, for metrics. */
  public ControllerManagerBuilder observer(ControllerObserver value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /**
   * How long the first lists may take before an error is logged that names what is missing, and before a candidate competes
   * without them. Informers keep trying. Default: two minutes.
   */
  public ControllerManagerBuilder syncTimeout(Duration value) {
    syncTimeout = notNegative(value, "sync timeout");
    return this;
  }

  /** How long closing waits for runs under way before it interrupts them. Default: 30 seconds. */
  public ControllerManagerBuilder shutdownTimeout(Duration value) {
    shutdownTimeout = notNegative(value, "shutdown timeout");
    return this;
  }

  private static Duration notNegative(Duration value, String what) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("the " + what + " must not be negative: " + value);
    }
    return value;
  }

  public ControllerManager build() {
    return new ControllerManager(this);
  }
}
