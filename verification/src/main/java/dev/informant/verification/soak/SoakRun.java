package dev.informant.verification.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultSequence;
import dev.informant.verification.chaos.RawApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One soak: writes and faults go on; now and then both rest, and then all caches and all handlers must come to
 * hold what the server holds. Not thread-safe.
 */
final class SoakRun {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Pools keep idle threads for a while, so the number varies a little. */
  private static final int MORE_THREADS = 20;

  /** How a record of the log begins; see {@link SoakCommand}. */
  private static final Pattern LOG_LINE = Pattern.compile("^(INFO|WARNING|SEVERE): ");

  private final RawApi api;
  private final Churn churn;
  private final FaultSequence faults;
  private final Companion client;
  private final int objects;
  private final Path log;
  private final Trend heap = new Trend();
  private final List<String> broken = new ArrayList<>();
  private int checks;
  private long firstThreads;
  private long lastThreads;
  private long slowestAgreement;
  private long slowestRestart;

  /**
   * @param log what the program writes to its error stream, one line for each record
   */
  SoakRun(RawApi api, Churn churn, FaultSequence faults, Companion client, int objects, Path log) {
    this.api = api;
    this.churn = churn;
    this.faults = faults;
    this.client = client;
    this.objects = objects;
    this.log = log;
  }

  /** Returns whether nothing was broken; has printed the report, also of a program that died. */
  boolean follow(long millis, long checkMillis) throws InterruptedException {
    long begin = System.nanoTime();
    try {
      return followed(millis, checkMillis);
    } catch (IOException died) {
      broken.add(String.valueOf(died.getMessage()));
      churn.pause();
      summary(millisSince(begin), 0);
      return false;
    }
  }

  private boolean followed(long millis, long checkMillis) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (!client.ask("synced").asBoolean()) {
      if (millisSince(begin) > PATIENCE.toMillis()) {
        System.out.println("FAILED: not synced after " + PATIENCE + ": " + client.ask("report"));
        return false;
      }
      Thread.sleep(200);
    }
    System.out.println("synced after " + millisSince(begin) + " ms");
    agree();
    begin = System.nanoTime();
    churn.start();
    faults.start();
    while (broken.isEmpty() && millisSince(begin) < millis) {
      Thread.sleep(Math.max(1, Math.min(checkMillis, millis - millisSince(begin))));
      churn.pause();
      faults.pause();
      try {
        check(begin);
      } finally {
        faults.resume();
      }
      churn.resume();
    }
    long took = millisSince(begin);
    churn.pause();
    report(took);
    return broken.isEmpty();
  }

  private static long millisSince(long begin) {
    return (System.nanoTime() - begin) / 1_000_000;
  }

  private void check(long begin) throws IOException, InterruptedException {
    Exception failure = faults.failure();
    if (failure != null) {
      broken.add("the control plane itself failed: " + failure);
      return;
    }
    agree();
    slowestRestart = Math.max(slowestRestart, client.ask("restart").asLong());
    agree();
    JsonNode memory = client.ask("memory");
    double used = memory.path("usedMegabytes").asDouble();
    lastThreads = memory.path("threads").asLong();
    if (checks == 0) {
      firstThreads = lastThreads;
    }
    checks++;
    heap.add(millisSince(begin) / 60_000.0, used);
    System.out.printf(
        "%6d s  writes %d  faults %d  heap %.0f MB  threads %d  %s%n",
        millisSince(begin) / 1000,
        churn.writes(),
        faults.counts().values().stream().mapToInt(Integer::intValue).sum(),
        used,
        lastThreads,
        broken.isEmpty() ? "consistent" : "NOT CONSISTENT");
  }

  /** Waits until every cache and every handler holds what the server holds. */
  private void agree() throws IOException, InterruptedException {
    Map<String, String> expected = new HashMap<>();
    readServer(expected);
    long begin = System.nanoTime();
    int looks = 0;
    while (true) {
      List<String> differing = new ArrayList<>();
      for (JsonNode informer : client.ask("report")) {
        String name = informer.path("name").asText();
        if (informer.path("violated").asLong() > 0) {
          broken.add(name + ": " + informer.path("violations").asText());
        }
        if (!informer.path("cache").asText().equals(expected.get(name))) {
          differing.add(name + "'s cache has " + informer.path("cache").asText() + ", the server "
              + expected.get(name) + " (" + informer.path("state").asText() + ")");
        } else if (!informer.path("handler").asText().equals(expected.get(name + " handler"))) {
          differing.add(name + "'s handler was told " + informer.path("handler").asText()
              + ", the server has " + expected.get(name + " handler"));
        }
      }
      slowestAgreement = Math.max(slowestAgreement, millisSince(begin));
      if (differing.isEmpty() || !broken.isEmpty()) {
        return;
      }
      if (millisSince(begin) > PATIENCE.toMillis()) {
        broken.addAll(differing);
        return;
      }
      Thread.sleep(100);
      if (++looks % 50 == 0) {
        readServer(expected); // a write that its writer gave up may still have been done
      }
    }
  }

  private void readServer(Map<String, String> expected) throws IOException, InterruptedException {
    Map<String, JsonNode> collections = new HashMap<>();
    for (SoakSubject subject : SoakSubject.ALL) {
      JsonNode all = collections.get(subject.collection());
      if (all == null) {
        all = api.get(subject.collection() + "?labelSelector=load%3Dchurn");
        collections.put(subject.collection(), all);
      }
      SetDigest cache = new SetDigest();
      SetDigest handler = new SetDigest();
      for (JsonNode object : all.path("items")) {
        JsonNode metadata = object.path("metadata");
        String namespace = metadata.path("namespace").asText();
        if (subject.covers(namespace, metadata.path("labels").path("shard").asText())) {
          String key = namespace + "/" + metadata.path("name").asText();
          String version = metadata.path("resourceVersion").asText();
          cache.add(
              key,
              version,
              subject.hasContent() ? object.path("data").path("value").asText() : "");
          handler.add(key, version, "");
        }
      }
      expected.put(subject.name(), cache.toString());
      expected.put(subject.name() + " handler", handler.toString());
    }
  }

  private void report(long took) throws IOException, InterruptedException {
    System.out.printf(
        "%n%-18s %9s %9s %8s %11s %12s%n",
        "informer", "expected", "seen", "relists", "reconnects", "stalest (ms)");
    long stalest = 0;
    for (JsonNode informer : client.ask("report")) {
      stalest = Math.max(stalest, informer.path("stalestMillis").asLong());
      judge(informer);
    }
    summary(took, stalest);
  }

  private void summary(long took, long stalest) {
    System.out.println();
    System.out.println("time         " + took / 1000 + " s, " + checks
        + " checks, slowest agreement " + slowestAgreement + " ms, slowest warm restart "
        + slowestRestart + " ms");
    System.out.printf(
        "writes       %d acknowledged (%.0f/s; %.0f/s while it did not rest for a check), %d of unknown outcome%n",
        churn.writes(),
        churn.writes() * 1000.0 / Math.max(1, took),
        churn.writes() * 1000.0 / Math.max(1, churn.writing().toMillis()),
        churn.unknown());
    System.out.println("faults       " + faults.counts());
    System.out.println(
        "staleness    " + stalest + " ms at worst, from a write to the handler's call");
    System.out.println("heap         " + heap.describe());
    System.out.println(
        "threads      " + firstThreads + " at the first check, " + lastThreads + " at the last");
    if (heap.isLeak()) {
      broken.add("the heap grows: " + heap.describe());
    }
    if (lastThreads > firstThreads + MORE_THREADS) {
      broken.add("threads grow: " + firstThreads + " to " + lastThreads);
    }
    judgeLog();
    broken.forEach(what -> System.out.println("FAILED       " + what));
    System.out.println(broken.isEmpty() ? "clean" : "NOT CLEAN");
  }

  /** At most two lines for each fault and informer, besides those of starting and closing. */
  private void judgeLog() {
    long lines;
    try (Stream<String> all = Files.lines(log)) {
      lines = all.filter(line -> LOG_LINE.matcher(line).find()).count();
    } catch (IOException | UncheckedIOException unreadable) {
      broken.add("the log of the program cannot be read: " + unreadable);
      return;
    }
    int informers = SoakSubject.ALL.size();
    long happened =
        faults.counts().values().stream().mapToInt(Integer::intValue).sum();
    long allowed = 2 * informers * (happened + 1 + checks);
    System.out.printf(
        "log          %d lines for %d faults, %d informers and %d restarts%n",
        lines, happened, informers, checks);
    if (lines > allowed) {
      broken.add("the log has " + lines + " lines, more than " + allowed);
    }
  }

  /** Without a relist every change is seen; with one, some in between may be passed over. */
  private void judge(JsonNode informer) {
    String name = informer.path("name").asText();
    SoakSubject subject = SoakSubject.ALL.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
    long expected = 0;
    for (int object = 0; subject.isChurned() && object < objects; object++) {
      if (subject.covers(Churn.namespace(object), Churn.shard(object))) {
        expected += churn.writes(object);
      }
    }
    long seen = informer.path("seen").asLong();
    long relists = informer.path("relists").asLong();
    System.out.printf(
        "%-18s %9d %9d %8d %11d %12d%n",
        name,
        expected,
        seen,
        relists,
        informer.path("reconnects").asLong(),
        informer.path("stalestMillis").asLong());
    if (seen > expected + churn.unknown()) {
      broken.add(name + " was told more than happened: " + seen + " of " + expected);
    }
    if (relists == 0 && !subject.conflating() && seen < expected) {
      broken.add(name + " was told less than happened: " + seen + " of " + expected);
    }
  }
}
