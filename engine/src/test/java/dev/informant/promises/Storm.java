package dev.informant.promises;

import dev.informant.informer.Recorder;
import dev.informant.informer.World;
import dev.informant.source.SourceException;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Changes a cluster and plants faults, as its seed says, while an informer follows. It writes down every
 * state the server ever had.
 */
final class Storm {
  private static final int KEYS = 5;

  final World world;
  final Map<String, List<String>> history = new HashMap<>();
  private final Random random;
  private Runnable afterStep = () -> {};
  private int objects;

  Storm(World world, long seed) {
    this.world = world;
    this.random = new Random(seed);
    for (int i = 0; i < KEYS; i += 2) {
      change("k" + i);
    }
  }

  /** Runs after each step of the pipeline. */
  Storm afterStep(Runnable check) {
    afterStep = check;
    return this;
  }

  Storm rage(int changes) {
    for (int i = 0; i < changes; i++) {
      change("k" + random.nextInt(KEYS));
      if (random.nextInt(6) == 0) {
        fault();
      }
      steps(random.nextInt(10));
      if (random.nextInt(4) == 0) {
        world.runtime.skipToNextTimer();
      }
    }
    return this;
  }

  /** Lets the informer catch up: no more faults, much time. */
  Storm calm() {
    world.runtime.advance(Duration.ofMinutes(20));
    return this;
  }

  private void steps(int count) {
    for (int i = 0; i < count && world.runtime.step(); i++) {
      afterStep.run();
    }
  }

  private void change(String name) {
    String key = "default/" + name;
    TestObject stored;
    if (!world.served().containsKey(key)) {
      stored = world.cluster.add(TestObject.named(name).withUid("uid-" + ++objects));
    } else if (random.nextInt(3) == 0) {
      stored = world.cluster.delete(key);
    } else {
      stored = world.cluster.modify(world.current(name).withData("" + random.nextInt(100)));
    }
    history.computeIfAbsent(stored.uid(), uid -> new ArrayList<>()).add(stored.resourceVersion());
  }

  private void fault() {
    switch (random.nextInt(8)) {
      case 0 -> world.cluster.closeWatches();
      case 1 ->
        world.cluster.breakWatches(
            SourceException.of(SourceException.Kind.NETWORK, "planted reset", null));
      case 2 -> world.cluster.resetWatches();
      case 3 -> {
        world.cluster.failNextList(SourceException.status(500, "InternalError", "planted"));
        world.cluster.resetWatches();
      }
      case 4 -> {
        world.cluster.failNextWatch(
            SourceException.of(SourceException.Kind.CONNECTION_REFUSED, "planted refusal", null));
        world.cluster.closeWatches();
      }
      case 5 -> {
        world.cluster.failNextWatch(SourceException.status(429, "TooManyRequests", "planted"));
        world.cluster.closeWatches();
      }
      case 6 -> world.cluster.bookmark();
      default -> world.cluster.latency(Duration.ofMillis(random.nextInt(200)));
    }
  }

  /** A handler of a storm, joined now. */
  Recorder join() {
    return world.record();
  }
}
