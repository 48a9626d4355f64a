package dev.informant.verification.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps a number of objects changing: creates, changes and deletes at a rate, from several threads, each
 * with objects of its own. Every object carries labels, the time of its last write and some text. Counts what
 * the server acknowledged and what it may or may not have done. Thread-safe.
 */
public final class Churn implements AutoCloseable {
  private static final String PADDING = "lorem ipsum dolor sit amet ".repeat(8);

  /** The label that all objects carry. */
  public static final String SELECTOR = "load=churn";
  /** The annotation with the time of the last write, in milliseconds. */
  public static final String WRITTEN = "churn/at";

  public static final int NAMESPACES = 8;
  public static final int SHARDS = 10;
  private static final int WRITERS = 24;
  private static final int FILLERS = 16;
  private static final int VALUES = 1000;

  /**
   * A kind to write.
   *
   * @param path of its API version
   * @param body the members of a new object besides its metadata, with {@code %d} where it changes
   * @param patch the same for a change
   */
  public record Kind(String path, String plural, String body, String patch) {
    String collection(int object) {
      return path + "/namespaces/" + namespace(object) + "/" + plural;
    }
  }

  /** Config maps, with some text in them. */
  public static final Kind CONFIG_MAPS = new Kind(
      "/api/v1",
      "configmaps",
      "\"data\":{\"value\":\"%d\",\"text\":\"" + PADDING + "\"}",
      "\"data\":{\"value\":\"%d\"}");

  private enum Presence {
    ABSENT,
    PRESENT
  }

  private final RawApi api;
  private final List<Kind> kinds;
  private final int objects;
  private final double rate;
  private final long seed;
  private final Presence[] presence;
  private final AtomicLongArray acknowledged; // by object
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final Object gate = new Object();
  private boolean paused = true; // guarded by gate
  private long resumedAt; // guarded by gate
  private long writing; // guarded by gate; nanoseconds up to the last pause
  private int busy; // guarded by gate
  private volatile boolean closed;

  public Churn(RawApi api, List<Kind> kinds, int objects, double rate, long seed) {
    this.api = api;
    this.kinds = List.copyOf(kinds);
    this.objects = objects;
    this.rate = rate;
    this.seed = seed;
    this.presence = new Presence[objects];
    this.acknowledged = new AtomicLongArray(objects);
  }

  public static String namespace(int object) {
    return "churn-" + object % NAMESPACES;
  }

  public static String name(int object) {
    return "object-" + object;
  }

  public static String shard(int object) {
    return "s" + object / NAMESPACES % SHARDS;
  }

  /** Creates the namespaces and nine tenths of the objects. */
  public void fill() throws IOException, InterruptedException {
    for (int i = 0; i < NAMESPACES; i++) {
      api.ensure("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace(i) + "\"}}");
    }
    List<Thread> fillers = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    // Each with a time and a value like no neighbour's, as they will be after a while: what objects
    // share then, they share from the beginning, and a cache of them does not grow because they
    // become different, which looked like a leak.
    long now = System.currentTimeMillis();
    for (int i = 0; i < FILLERS; i++) {
      int first = i;
      Thread filler = new Thread(
          () -> {
            try {
              for (int object = first; object < objects; object += FILLERS) {
                presence[object] = object % 10 == 0 ? Presence.ABSENT : Presence.PRESENT;
                if (presence[object] == Presence.PRESENT) {
                  api.ensure(collection(object), body(object, object % VALUES, now - object));
                }
              }
            } catch (IOException failure) {
              synchronized (failures) {
                failures.add(failure);
              }
            } catch (InterruptedException interrupted) {
              Thread.currentThread().interrupt();
            }
          },
          "fill " + i);
      filler.start();
      fillers.add(filler);
    }
    for (Thread filler : fillers) {
      filler.join();
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** Begins to write. */
  public void start() {
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      Thread thread = new Thread(() -> write(writer), "writer " + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    resume();
  }

  /** Returns when no write is on its way. */
  public void pause() throws InterruptedException {
    synchronized (gate) {
      if (!paused) {
        writing += System.nanoTime() - resumedAt;
      }
      paused = true;
      while (busy > 0) {
        gate.wait();
      }
    }
  }

  public void resume() {
    synchronized (gate) {
      paused = false;
      resumedAt = System.nanoTime();
      gate.notifyAll();
    }
  }

  /** For how long it has written, pauses left out and outages not. */
  public Duration writing() {
    synchronized (gate) {
      return Duration.ofNanos(writing + (paused ? 0 : System.nanoTime() - resumedAt));
    }
  }

  /** How many writes the server has acknowledged. */
  public long writes() {
    return writes.get();
  }

  /** How many writes failed such that the server may have done them. */
  public long unknown() {
    return unknown.get();
  }

  /** Acknowledged writes of one object. */
  public long writes(int object) {
    return acknowledged.get(object);
  }

  private void write(int writer) {
    Random random = new Random(seed * 31 + writer);
    long gap = (long) (1e9 * WRITERS / rate);
    long next = System.nanoTime();
    int own = (objects - writer + WRITERS - 1) / WRITERS;
    while (!closed) {
      try {
        long wait = next - System.nanoTime();
        if (wait > 0) {
          Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        }
        // After a pause or an outage the rate holds again; what was left out is not made up for.
        next = Math.max(next + gap, System.nanoTime() - 10 * gap);
        enter();
        try {
          change(writer + WRITERS * random.nextInt(own), random);
        } finally {
          leave();
        }
      } catch (InterruptedException interrupted) {
        return;
      }
    }
  }

  private void enter() throws InterruptedException {
    synchronized (gate) {
      while (paused) {
        gate.wait();
      }
      busy++;
    }
  }

  private void leave() {
    synchronized (gate) {
      busy--;
      gate.notifyAll();
    }
  }

  private void change(int object, Random random) throws InterruptedException {
    try {
      int status;
      Presence after = Presence.PRESENT;
      String one = collection(object) + "/" + name(object);
      if (presence[object] == Presence.ABSENT) {
        status = api.create(
            collection(object), body(object, random.nextInt(VALUES), System.currentTimeMillis()));
      } else if (random.nextInt(10) == 0) {
        status = api.delete(one);
        after = Presence.ABSENT;
      } else {
        status = api.merge(
            one,
            "{\"metadata\":{\"annotations\":{\"" + WRITTEN + "\":\"" + System.currentTimeMillis()
                + "\"}}," + fill(kind(object).patch(), random.nextInt(VALUES)) + "}");
      }
      if (status == 200 || status == 201) {
        presence[object] = after;
        acknowledged.incrementAndGet(object);
        writes.incrementAndGet();
      } else if (status == 404) {
        presence[object] = Presence.ABSENT; // a delete of unknown outcome was done
      } else if (status == 409) {
        presence[object] = Presence.PRESENT; // a create of unknown outcome was done
      } else {
        unknown.incrementAndGet();
      }
    } catch (IOException lost) {
      unknown.incrementAndGet();
      Thread.sleep(100);
    }
  }

  private Kind kind(int object) {
    return kinds.get(object % kinds.size());
  }

  private String collection(int object) {
    return kind(object).collection(object);
  }

  private static String fill(String pattern, int value) {
    return pattern.replace("%d", Integer.toString(value));
  }

  private String body(int object, int value, long written) {
    return "{\"metadata\":{\"name\":\"" + name(object)
        + "\",\"labels\":{\"load\":\"churn\",\"shard\":\""
        + shard(object) + "\"},\"annotations\":{\"" + WRITTEN + "\":\"" + written + "\"}},"
        + fill(kind(object).body(), value) + "}";
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }
}
