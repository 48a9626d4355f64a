package dev.informant.verification.simulation;

import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.source.WatchListPolicy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How an informer is built.
 *
 * @param saveInterval how often its cache is saved; zero for never
 * @param starvation the share of the pipeline's steps that begin late
 */
record Plan(
    QueueKind queue,
    Parity parity,
    WatchListPolicy watchList,
    String namespace,
    long pageSize,
    boolean resyncing,
    Shape shape,
    Duration saveInterval,
    double starvation) {

  /**
   * What its objects are made of.
   *
   * @param typed whether they are beans of the fast codec, or else trees
   * @param sharing whether equal parts of beans are one object
   * @param lean whether managed fields are left out
   * @param transforming whether the transform changes them; if not, the bytes that came are what a compact cache keeps
   * @param compact whether the cache keeps bytes instead of objects
   * @param recentlyRead how many objects a compact cache keeps as objects too
   */
  record Shape(
      boolean typed,
      boolean sharing,
      boolean lean,
      boolean transforming,
      boolean compact,
      int recentlyRead) {}

  static Plan draw(RandomGenerator random) {
    return new Plan(
        random.nextBoolean() ? QueueKind.IN_ORDER : QueueKind.DELTA_FIFO,
        random.nextInt(4) == 0 ? Parity.EXACT : Parity.REPAIRED,
        random.nextBoolean() ? WatchListPolicy.AUTO : WatchListPolicy.NEVER,
        random.nextInt(4) == 0 ? Writer.NAMESPACES.get(0) : "",
        random.nextInt(3) == 0 ? 1 + random.nextInt(7) : 0,
        random.nextInt(3) == 0,
        new Shape(
            random.nextInt(3) != 0,
            random.nextInt(4) != 0,
            random.nextInt(4) != 0,
            random.nextInt(3) != 0,
            random.nextInt(5) == 0,
            random.nextInt(3) == 0 ? 8 : 0),
        random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofSeconds(60 + random.nextInt(600)),
        random.nextInt(3) == 0 ? 0.2 : 0);
  }

  boolean isSaving() {
    return !saveInterval.isZero();
  }
}
