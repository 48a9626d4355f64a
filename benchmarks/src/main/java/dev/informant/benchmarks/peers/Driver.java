package dev.informant.benchmarks.peers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;

/**
 * Runs one client and prints one JSON object on one line; benchmarks/peers/README.md says what its fields are. CPU is that of the
 * whole process from its start, compiler and collector included, less the collections forced here to measure the heap.
 */
public final class Driver {
  private static final int MARKERS = 10;
  private static final int WARM_SECONDS = 30;
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Options options;
  private final Peer peer;
  private final Counters counters = new Counters();
  private final Map<String, Object> line = new LinkedHashMap<>();

  private Driver(Options options, Peer peer) {
    this.options = options;
    this.peer = peer;
  }

  public static void main(String[] arguments) throws Exception {
    Options options = Options.parse(arguments);
    Peer peer = (Peer) Class.forName(options.peer()).getDeclaredConstructor().newInstance();
    new Driver(options, peer).run();
    if (Boolean.getBoolean("profiled")) {
      System.exit(0); // a flight recording is written by a hook
    }
    Runtime.getRuntime().halt(0); // shutting the client down is no part of the measurement
  }

  private void run() throws Exception {
    long forced = OS.getProcessCpuTime();
    long empty = heapAfterCollection();
    forced = OS.getProcessCpuTime() - forced;
    put("peer", peer.name());
    put("version", peer.version());
    put("runtime", Runtime.version().toString());
    put("n", options.expect());
    put("handlers", options.handlers());
    put("strip", options.strip());
    sync(forced);
    put("heap_bytes_per_object", (heapAfterCollection() - empty) / options.expect());
    if (options.events() > 0) {
      events();
      put("heap_bytes_per_object_after", (heapAfterCollection() - empty) / options.expect());
    }
    if (options.join() > 0) {
      join();
    }
    if (options.relist() || options.relistHeap()) {
      relist();
    }
    put("peak_rss_mb", peakRssMb());
    put("deletes", counters.deletes.sum());
    put("stream_errors", counters.errors.sum());
    if (!options.directory().isEmpty()) {
      peer.stop();
    }
    System.out.println(line.entrySet().stream()
        .map(entry -> '"' + entry.getKey() + "\":" + json(entry.getValue()))
        .collect(Collectors.joining(",", "{", "}")));
    System.out.flush();
  }

  private void sync(long forced) throws Exception {
    long want = (long) options.expect() * options.handlers();
    long began = System.nanoTime();
    peer.start(options, counters);
    await("sync", () -> counters.adds.sum() >= want && peer.isSynced());
    put("wall_ms_sync", millisSince(began));
    put("cpu_ms_sync", (OS.getProcessCpuTime() - forced) / 1_000_000);
    put("peak_rss_mb_sync", peakRssMb());
    check("adds", counters.adds.sum(), want);
    check("objects in the store", peer.storeSize(), options.expect());
    if (peer.hasManagedFields() == options.strip()) {
      fail("managed fields stored: " + peer.hasManagedFields());
    }
    if (options.warm()) { // an observer hears of it a little after the fact
      await("going on from " + options.directory(), WARM_SECONDS, peer::isWarm);
    }
    Thread.sleep(500);
  }

  private void events() throws Exception {
    long want = (long) options.events() * options.handlers();
    long began = System.nanoTime();
    long cpu = OS.getProcessCpuTime();
    post("start?events=" + options.events());
    await("events", () -> counters.updates.sum() >= want);
    put("events", options.events());
    put("wall_ms_events", millisSince(began));
    put("cpu_ms_events", (OS.getProcessCpuTime() - cpu) / 1_000_000);
    check("updates", counters.updates.sum(), want);
    Thread.sleep(300);
  }

  /** Adds handlers while events flow; the longest silence of the others, with a join and without. */
  private void join() throws Exception {
    long all = (long) options.join() * LateJoins.seconds(options.joins());
    post("start?events=" + all + "&rate=" + options.join());
    LateJoins.run(
            peer,
            counters,
            options.joins(),
            late -> await("late join", () -> late.adds.sum() >= options.expect()))
        .forEach(this::put);
    if (counters.updates.sum() >= all) {
      fail("the events were over before the last join");
    }
    await("events during the late joins", () -> counters.updates.sum() >= all);
  }

  /** The server sends some events after the new list: when they are there and nothing more comes, it is over. */
  private void relist() throws Exception {
    long steady = heapAfterCollection();
    long peak = steady;
    long from = counters.updates.sum();
    long cpu = OS.getProcessCpuTime();
    post("expire?events=" + MARKERS);
    long end = System.nanoTime() + options.timeoutSeconds() * 1_000_000_000L;
    long seen = from;
    long changed = System.nanoTime();
    while (counters.updates.sum() < from + MARKERS
        || System.nanoTime() - changed < 1_000_000_000L) {
      if (options.relistHeap()) {
        System.gc();
        peak = Math.max(peak, heapUsed());
      }
      Thread.sleep(20);
      if (counters.updates.sum() != seen) {
        seen = counters.updates.sum();
        changed = System.nanoTime();
      }
      if (System.nanoTime() > end) {
        fail("relist: not finished");
      }
    }
    put("relist_calls", counters.updates.sum() - from - MARKERS);
    if (options.relistHeap()) {
      put("relist_peak_over_steady", (double) peak / steady);
    } else {
      put("relist_cpu_ms", (OS.getProcessCpuTime() - cpu) / 1_000_000);
    }
  }

  private void put(String name, Object value) {
    line.put(name, value);
  }

  private static String json(Object value) {
    return value instanceof String ? "\"" + value + '"' : value.toString();
  }

  private void await(String what, BooleanSupplier done) throws InterruptedException {
    await(what, options.timeoutSeconds(), done);
  }

  private void await(String what, int seconds, BooleanSupplier done) throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail(what + ": not finished after " + seconds + " s, " + counters.adds.sum() + " adds, "
            + counters.updates.sum() + " updates");
      }
      Thread.sleep(2);
    }
  }

  private static void check(String what, long got, long want) {
    if (got != want) {
      fail(what + ": " + got + " instead of " + want);
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    Runtime.getRuntime().halt(3);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static long heapAfterCollection() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return heapUsed();
  }

  private static long heapUsed() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long peakRssMb() throws IOException {
    for (String each : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (each.startsWith("VmHWM")) {
        return Long.parseLong(each.replaceAll("\\D", "")) / 1024;
      }
    }
    return -1;
  }

  /** Tells who makes the server's events, and whose certificate nobody checks. */
  private void post(String what) throws Exception {
    var connection = URI.create(options.control() + "/" + what).toURL().openConnection();
    if (connection instanceof HttpsURLConnection secure) {
      secure.setSSLSocketFactory(Trusting.context().getSocketFactory());
      secure.setHostnameVerifier((host, session) -> true);
    }
    connection.setDoOutput(true);
    connection.getOutputStream().close();
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    }
  }
}
