package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiCore;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.WatchStream;
import dev.informant.apiserver.internal.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the objects of one kind in all namespaces by a watch that faults spare, and opens another a little later if that
 * ends. Confined to the executor on which it tells its listener, but for {@link #close}.
 */
final class Following {
  private static final String JSON = "application/json";

  /** Of metadata alone, if the core can. */
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + JSON;

  private final ApiCore core;
  private final Executor executor;
  private final String path;
  private final Listener listener;
  private final Runnable opened;
  private final Consumer<Runnable> later;
  private volatile @Nullable WatchStream stream;
  private volatile boolean closed;

  /** Is told what happens. */
  interface Listener {
    /** Whether anything of this event is worth reading. */
    default boolean wants(String event) {
      return true;
    }

    void happened(String type, ObjectNode object);
  }

  /** {@code opened} is run whenever it follows from then on; {@code later} runs a task on the executor in a while. */
  Following(
      ApiCore core,
      Executor executor,
      Consumer<Runnable> later,
      String path,
      Runnable opened,
      Listener listener) {
    this.core = core;
    this.executor = executor;
    this.later = later;
    this.path = path;
    this.opened = opened;
    this.listener = listener;
  }

  void open() {
    if (closed) {
      return;
    }
    if (watch() instanceof ApiResponse.Watch watch) {
      follow(watch.stream());
    } else {
      later.accept(this::open);
    }
  }

  /** From now on: what is there already is not told. By a list and its version, which every server can; null if not now. */
  private @Nullable ApiResponse watch() {
    String version = version(ask(JSON, Map.of("limit", List.of("1"))));
    return version.isEmpty()
        ? null
        : ask(METADATA, Map.of("watch", List.of("1"), "resourceVersion", List.of(version)));
  }

  /** The version of a list; empty if it is none. */
  private static String version(@Nullable ApiResponse list) {
    if (list == null) {
      return "";
    }
    try {
      return Json.read(SimulatedApi.body(list)).at("/metadata/resourceVersion").asText();
    } catch (IOException malformed) {
      return "";
    }
  }

  /** The answer; null if there is none yet: the executor must not be held up. */
  private @Nullable ApiResponse ask(String accept, Map<String, List<String>> query) {
    return core.handle(new ApiRequest(
            "GET",
            path,
            query,
            Map.of("user-agent", "simulator", "accept", accept),
            new byte[0],
            "system:simulator",
            List.of("system:masters")))
        .getNow(null);
  }

  private void follow(WatchStream fresh) {
    fresh.spare();
    stream = fresh;
    if (closed) {
      close(); // which may have come too early for this one
      return;
    }
    fresh.onReadable(() -> executor.execute(() -> read(fresh)));
    opened.run();
  }

  private void read(WatchStream from) {
    if (from != stream) {
      return; // a signal of one that has ended
    }
    for (byte[] frame = from.poll(); frame != null; frame = from.poll()) {
      String event = new String(frame, StandardCharsets.UTF_8);
      if (listener.wants(event)) {
        try {
          ObjectNode read = (ObjectNode) Json.read(frame);
          listener.happened(read.path("type").asText(), (ObjectNode) read.path("object"));
        } catch (IOException malformed) {
          throw new UncheckedIOException("the core sent something that is not JSON", malformed);
        }
      }
    }
    if (from.ended()) {
      stream = null;
      later.accept(this::open);
    }
  }

  void close() {
    closed = true;
    WatchStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }
}
