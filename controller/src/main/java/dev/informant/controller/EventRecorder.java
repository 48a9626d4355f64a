package dev.informant.controller;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.rest.PatchType;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.rest.RestRequest;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Records Events ({@code events.k8s.io/v1}), which people see with {@code kubectl describe}. Recording never blocks and never
 * fails. Equal events (type, reason, action and objects; not the note) become one Event with a series. An object gets at most
 * {@value #BURST} Events of a type at once and one more every five minutes; at most {@value #QUEUE} wait to be sent. What is
 * not recorded is counted. Thread-safe.
 */
/*
 * Each event key has one Series, which is sent by one request at a time: `dirty` says that the server does not know all of it.
 * The second occurrence is sent at once, so that people see that there is a series; later ones are counted, and sent when the
 * series ends (nothing for six minutes) and every half hour, before the server forgets the Event.
 *
 * The regarded object is stored without its resourceVersion: an object that changes between two events is still the same.
 *
 * An event that is dropped leaves no series behind: the next one of its key is a new attempt. Everything is guarded by the
 * lock; requests are sent and answered outside of it.
 */
public final class EventRecorder {
  public static final String NORMAL = "Normal";
  public static final String WARNING = "Warning";

  static final int BURST = 25;
  static final int QUEUE = 1000;
  private static final Logger LOG = System.getLogger(EventRecorder.class.getName());
  private static final Duration REFILL = Duration.ofSeconds(300);
  private static final Duration IDLE = Duration.ofMinutes(6);
  private static final Duration RESEND = Duration.ofMinutes(30);
  private static final Duration RETRY = Duration.ofSeconds(10);
  private static final int TRIES = 12;
  private static final int AT_ONCE = 4;
  private static final int REMEMBERED = 4096;
  private static final int NOTE_BYTES = 1024;
  private static final int WORD = 128;
  private static final Resource EVENTS =
      new Resource("events.k8s.io", "v1", "events", "Event", /* namespaced= */ true);
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private final RestClient rest;
  private final EngineRuntime runtime;
  private final String controller;
  private final String instance;
  private final ControllerObserver observer;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();

  private final Object lock = new Object();
  // all guarded by lock
  private final Map<Key, Series> series = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private final Map<Spam, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private final Deque<Series> waiting = new ArrayDeque<>();
  private final Set<Series> retrying = new HashSet<>();
  private int underWay;
  private long dropped;
  private long numbers;
  private boolean closing;
  private boolean closed;
  private Timers.Timer sweep = Timers.Timer.NONE;

  private record Reference(
      String apiVersion, String kind, String namespace, String name, String uid) {
    static Reference to(HasMetadata object) {
      var metadata = object.getMetadata();
      return new Reference(
          orEmpty(object.getApiVersion()),
          orEmpty(object.getKind()),
          orEmpty(metadata.getNamespace()),
          orEmpty(metadata.getName()),
          orEmpty(metadata.getUid()));
    }

    ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("apiVersion", apiVersion).put("kind", kind).put("name", name);
      if (!namespace.isEmpty()) {
        json.put("namespace", namespace);
      }
      if (!uid.isEmpty()) {
        json.put("uid", uid);
      }
      return json;
    }
  }

  private record Key(
      String type,
      String reason,
      String action,
      Reference regarding,
      @Nullable Reference related) {}

  private record Spam(String type, Reference regarding) {}

  private static final class Bucket {
    private double tokens = BURST;
    private long atNanos;

    Bucket(long now) {
      atNanos = now;
    }

    boolean take(long now) {
      tokens = Math.min(BURST, tokens + (double) (now - atNanos) / REFILL.toNanos());
      atNanos = now;
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }

  private static final class Series {
    final Key key;
    final String namespace;
    final String note;
    final Instant first;
    String name;
    int count = 1;
    int known; // how many the server knows
    Instant last;
    long lastNanos;
    long sentNanos;
    boolean busy;
    boolean dirty = true;
    int tries;

    Series(Key key, String name, String note, Instant now, long nanos) {
      this.key = key;
      this.name = name;
      this.note = note;
      this.first = now;
      this.last = now;
      this.lastNanos = nanos;
      this.sentNanos = nanos;
      String in = key.regarding().namespace();
      this.namespace = in.isEmpty() ? "default" : in;
    }
  }

  /**
   * @param controller the reporting controller: a qualified name
   * @param instance distinguishes replicas; at most 128 characters
   */
  EventRecorder(
      RestClient rest,
      EngineRuntime runtime,
      String controller,
      String instance,
      ControllerObserver observer) {
    this.rest = rest;
    this.runtime = runtime;
    this.controller = controller;
    this.instance = cut(instance, WORD);
    this.observer = observer;
  }

  /**
   * Records an event. Texts that are too long are cut.
   *
   * @param related a second object; null for none
   * @param type {@link #NORMAL} or {@link #WARNING}
   * @param reason why, as one word for machines, such as {@code ImageMissing}
   * @param action what was done or tried, as one word, such as {@code Pulling}
   * @param note for people; at most 1 KiB
   */
  public void record(
      HasMetadata regarding,
      @Nullable HasMetadata related,
      String type,
      String reason,
      String action,
      String note) {
    if (!type.equals(NORMAL) && !type.equals(WARNING)) {
      throw new IllegalArgumentException("the type of an event must be Normal or Warning: " + type);
    }
    if (reason.isBlank() || action.isBlank()) {
      throw new IllegalArgumentException("an event needs a reason and an action: " + note);
    }
    Key key = new Key(
        type,
        cut(reason, WORD),
        cut(action, WORD),
        Reference.to(regarding),
        related == null ? null : Reference.to(related));
    boolean refused;
    synchronized (lock) {
      refused = !take(key, note);
    }
    if (refused) {
      dropped(1);
    } else {
      send();
    }
  }

  /** How many events were not recorded. */
  public long dropped() {
    synchronized (lock) {
      return dropped;
    }
  }

  // guarded by lock
  private boolean take(Key key, String note) {
    if (closing) {
      return false;
    }
    long now = runtime.clock().nanos();
    Instant time = runtime.clock().now();
    Series known = series.get(key);
    if (known != null) {
      known.count++;
      known.last = time;
      known.lastNanos = now;
      if (known.count == 2) {
        enqueue(known);
      }
      return true;
    }
    Bucket bucket =
        buckets.computeIfAbsent(new Spam(key.type(), key.regarding()), absent -> new Bucket(now));
    if (waiting.size() >= QUEUE || !bucket.take(now)) {
      return false;
    }
    trim(buckets);
    Series begun = new Series(key, name(key, time), cutBytes(note), time, now);
    series.put(key, begun);
    trim(series);
    waiting.add(begun);
    if (series.size() == 1) {
      sweepLater();
    }
    return true;
  }

  private static void trim(Map<?, ?> remembered) {
    if (remembered.size() > REMEMBERED) {
      var eldest = remembered.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  // guarded by lock
  private void enqueue(Series changed) {
    if (!changed.dirty) {
      changed.dirty = true;
      if (!changed.busy) {
        waiting.add(changed);
      }
    }
  }

  // guarded by lock
  private String name(Key key, Instant now) {
    String unique =
        Long.toHexString(now.getEpochSecond() * 1_000_000_000L + now.getNano() + numbers++);
    String name = key.regarding().name() + '.' + unique;
    return name.length() <= 253 && SUBDOMAIN.matcher(name).matches() ? name : "event." + unique;
  }

  // ---- sending

  private void send() {
    List<Series> begun = new ArrayList<>();
    boolean done;
    synchronized (lock) {
      while (underWay < AT_ONCE && !waiting.isEmpty() && !closed) {
        Series next = waiting.remove();
        next.busy = true;
        next.dirty = false;
        next.tries++;
        underWay++;
        begun.add(next);
      }
      done = closing && underWay == 0 && (waiting.isEmpty() || closed);
    }
    begun.forEach(this::request);
    if (done) {
      drained.complete(null);
    }
  }

  private void request(Series sent) {
    int count;
    Instant last;
    boolean create;
    String name;
    synchronized (lock) {
      count = sent.count;
      last = sent.last;
      create = sent.known == 0;
      name = sent.name;
    }
    RestRequest request = create
        ? rest.post().resource(EVENTS).namespace(sent.namespace).body(body(sent, name, count, last))
        : rest.patch(PatchType.MERGE)
            .resource(EVENTS)
            .namespace(sent.namespace)
            .name(name)
            .body(Map.of("series", seriesOf(count, last)));
    request.send().whenComplete((answer, failure) -> answered(sent, count, unwrapped(failure)));
  }

  private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
    return failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private void answered(Series sent, int count, @Nullable Throwable failure) {
    int lost = 0;
    synchronized (lock) {
      underWay--;
      sent.busy = false;
      sent.sentNanos = runtime.clock().nanos();
      if (failure == null) {
        sent.known = count;
        sent.tries = 0;
        if (sent.dirty) {
          waiting.add(sent);
        }
      } else if (isGone(failure) && sent.known > 0) { // the server has forgotten it
        sent.known = 0;
        sent.name = name(sent.key, runtime.clock().now());
        sent.dirty = true;
        waiting.add(sent);
      } else if (isWorthAnotherTry(failure) && sent.tries < TRIES && !closing) {
        sent.dirty = true;
        sent.busy = true; // until the retry
        retrying.add(sent);
        runtime
            .timers()
            .schedule(
                jittered(),
                () -> runtime.pipeline().execute(() -> {
                  synchronized (lock) {
                    retry(sent);
                  }
                  send();
                }));
      } else {
        series.remove(sent.key, sent);
        lost = sent.count - sent.known;
      }
    }
    if (lost > 0) {
      LOG.log(
          Level.WARNING,
          "event {0} about {1} was not recorded: {2}",
          sent.key.reason(),
          sent.key.regarding().name(),
          failure == null ? "" : failure.getMessage());
      dropped(lost);
    }
    send();
  }

  // guarded by lock
  private void retry(Series sent) {
    if (retrying.remove(sent)) {
      sent.busy = false;
      waiting.add(sent);
    }
  }

  private Duration jittered() {
    return RETRY.plusMillis(runtime.random().nextInt((int) RETRY.toMillis() / 4));
  }

  private static boolean isGone(Throwable failure) {
    return failure instanceof SourceException refusal
        && refusal.code() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  /** The answer of the server is final, unless it is overloaded. */
  private static boolean isWorthAnotherTry(Throwable failure) {
    return !(failure instanceof SourceException refusal)
        || refusal.kind() != SourceException.Kind.STATUS
        || refusal.isTooManyRequests()
        || refusal.code() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  private ObjectNode body(Series sent, String name, int count, Instant last) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("apiVersion", EVENTS.apiVersion()).put("kind", "Event");
    body.putObject("metadata").put("name", name).put("namespace", sent.namespace);
    body.put("eventTime", MicroTime.text(sent.first))
        .put("type", sent.key.type())
        .put("reason", sent.key.reason())
        .put("action", sent.key.action())
        .put("note", sent.note)
        .put("reportingController", controller)
        .put("reportingInstance", instance);
    body.set("regarding", sent.key.regarding().json());
    Reference related = sent.key.related();
    if (related != null) {
      body.set("related", related.json());
    }
    if (count > 1) {
      body.set("series", seriesOf(count, last));
    }
    return body;
  }

  private static ObjectNode seriesOf(int count, Instant last) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("count", count)
        .put("lastObservedTime", MicroTime.text(last));
  }

  // ---- ends of series

  private void sweepLater() {
    sweep = runtime.timers().schedule(IDLE, () -> runtime.pipeline().execute(this::sweep));
  }

  private void sweep() {
    synchronized (lock) {
      long now = runtime.clock().nanos();
      Map<Key, Series> over = new HashMap<>();
      series.forEach((key, each) -> {
        boolean idle = now - each.lastNanos >= IDLE.toNanos();
        if (each.count != each.known && (idle || now - each.sentNanos >= RESEND.toNanos())) {
          enqueue(each);
        }
        if (idle) {
          over.put(key, each);
        }
      });
      over.forEach(series::remove);
      if (!series.isEmpty() && !closing) {
        sweepLater();
      }
    }
    send();
  }

  private void dropped(int count) {
    synchronized (lock) {
      dropped += count;
    }
    observer.onEventsDropped(count);
  }

  /**
   * Takes no more events and sends what waits, with the final counts of all series.
   *
   * @return completes when everything was sent, or {@code limit} has passed: the rest is counted as dropped
   */
  CompletableFuture<Void> close(Duration limit) {
    synchronized (lock) {
      if (!closing) {
        closing = true;
        sweep.cancel();
        List.copyOf(retrying).forEach(this::retry);
        series.values().forEach(each -> {
          if (each.count != each.known) {
            enqueue(each);
          }
        });
        Timers.Timer timer =
            runtime.timers().schedule(limit, () -> runtime.pipeline().execute(this::abandon));
        drained.whenComplete((done, failure) -> timer.cancel());
      }
    }
    send();
    return drained.copy();
  }

  private void abandon() {
    int lost;
    synchronized (lock) {
      closed = true;
      lost = waiting.stream().mapToInt(each -> each.count - each.known).sum();
      waiting.clear();
    }
    if (lost > 0) {
      dropped(lost);
    }
    drained.complete(null);
  }

  // ---- texts

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String cut(String text, int characters) {
    return text.length() <= characters ? text : text.substring(0, characters);
  }

  /** The longest beginning that fits, without half a character at its end. */
  private static String cutBytes(String note) {
    ByteBuffer bytes = ByteBuffer.allocate(NOTE_BYTES);
    CharBuffer characters = CharBuffer.wrap(note);
    StandardCharsets.UTF_8.newEncoder().encode(characters, bytes, /* endOfInput= */ true);
    return note.substring(0, characters.position());
  }
}
