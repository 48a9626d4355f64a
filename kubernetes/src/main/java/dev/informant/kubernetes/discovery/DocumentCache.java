package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Documents of a server. A young one is not asked for again; an older one is, by its ETag, so that the server need
 * not send what has not changed. Kept in memory, and in a file if there is one. Thread-safe.
 */
final class DocumentCache {
  private static final int NOT_MODIFIED = 304;

  /**
   * One document as the server sent it.
   *
   * @param asOf when it was asked for: what has changed since may be missing
   */
  public record Entry(@Nullable String tag, Instant asOf, JsonNode document) {}

  /** One round of questions. Thread-safe. */
  static final class Asking {
    private final @Nullable Instant notBefore;
    private volatile boolean reused;
    private @Nullable Instant oldest; // guarded by this

    /**
     * @param notBefore what is not younger than this must be confirmed by the server
     */
    Asking(@Nullable Instant notBefore) {
      this.notBefore = notBefore;
    }

    /** Whether any document was taken without asking the server. */
    boolean reused() {
      return reused;
    }

    private synchronized void took(Entry entry) {
      if (oldest == null || entry.asOf().isBefore(oldest)) {
        oldest = entry.asOf();
      }
    }

    /** When the oldest document taken was asked for; now, if there is none. */
    synchronized Instant oldest(Clock clock) {
      return oldest == null ? clock.now() : oldest;
    }
  }

  private final ApiConnection connection;
  private final @Nullable DiscoveryFile file;
  private final Duration lifetime;
  private final Clock clock;
  // guarded by this
  private final Map<String, Entry> entries = new HashMap<>();
  private boolean loaded;
  private boolean changed;

  DocumentCache(
      ApiConnection connection, @Nullable DiscoveryFile file, Duration lifetime, Clock clock) {
    this.connection = connection;
    this.file = file;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  /** The document at a path, in a form. May block the first time. */
  CompletableFuture<JsonNode> get(String path, String accept, Asking asking) {
    String key = path + ' ' + accept;
    Entry known = entry(key);
    if (known != null && isYoung(known, asking.notBefore)) {
      asking.reused = true;
      asking.took(known);
      return CompletableFuture.completedFuture(known.document());
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", accept);
    if (known != null && known.tag() != null) {
      headers.put("If-None-Match", known.tag());
    }
    Instant asOf = clock.now();
    return connection.exchange("GET", path, headers, null).thenApply(answer -> {
      Entry entry = accepted(key, known, answer, asOf);
      asking.took(entry);
      return entry.document();
    });
  }

  private boolean isYoung(Entry known, @Nullable Instant notBefore) {
    return (notBefore == null || known.asOf().isAfter(notBefore)) && isYoung(known.asOf());
  }

  /** Whether what was asked for then need not be asked for again. A time in the future is not believed. */
  boolean isYoung(Instant asOf) {
    Instant now = clock.now();
    return !asOf.isAfter(now) && Duration.between(asOf, now).compareTo(lifetime) < 0;
  }

  private Entry accepted(String key, @Nullable Entry known, Answer answer, Instant asOf) {
    JsonNode document;
    String tag;
    if (answer.code() == NOT_MODIFIED && known != null) {
      document = known.document();
      tag = known.tag();
    } else {
      document = answer.orThrow().tree();
      tag = answer.header("ETag");
    }
    Entry entry = new Entry(tag, asOf, document);
    synchronized (this) {
      entries.put(key, entry);
      changed = true;
    }
    return entry;
  }

  private synchronized @Nullable Entry entry(String key) {
    if (!loaded) {
      loaded = true;
      if (file != null) {
        entries.putAll(file.read());
      }
    }
    return entries.get(key);
  }

  /** Writes what has changed to the file, if there is one. May block. */
  void save() {
    Map<String, Entry> all;
    synchronized (this) {
      if (file == null || !changed) {
        return;
      }
      changed = false;
      all = new HashMap<>(entries);
    }
    file.write(all);
  }
}
