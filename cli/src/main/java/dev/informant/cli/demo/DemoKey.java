package dev.informant.cli.demo;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The keys of the live view: what they are called at its foot, what they do, and that in words. */
public enum DemoKey {
  CUT('c', "cut", "cuts all watches", DemoFaults::cutWatches),
  COMPACT('x', "compact", "compacts the history", DemoFaults::compact),
  STORM(
      's',
      "503 storm",
      "answers all requests with 503 for 10 s",
      faults -> faults.storm(Duration.ofSeconds(10))),
  HANDLERS(
      'h',
      "slow handlers",
      "makes handlers slow or fast",
      faults -> faults.slowHandlers(!faults.areHandlersSlow())),
  POISON('p', "poison", "poisons an object", DemoFaults::poison),
  QUIT('q', "quit", "quits and compares", faults -> {});

  private final char key;
  private final String label;
  private final String description;
  private final Consumer<DemoFaults> action;

  DemoKey(char key, String label, String description, Consumer<DemoFaults> action) {
    this.key = key;
    this.label = label;
    this.description = description;
    this.action = action;
  }

  /** Null if the character is no key. */
  static @Nullable DemoKey of(int character) {
    for (DemoKey each : values()) {
      if (each.key == character) {
        return each;
      }
    }
    return null;
  }

  /** As it is typed. */
  public char key() {
    return key;
  }

  String label() {
    return label;
  }

  /** At the foot of the view. */
  String label(DemoFaults faults) {
    return this == HANDLERS && faults.areHandlersSlow() ? "fast handlers" : label;
  }

  /** What it does: "cuts all watches". */
  public String description() {
    return description;
  }

  void press(DemoFaults faults) {
    action.accept(faults);
  }
}
