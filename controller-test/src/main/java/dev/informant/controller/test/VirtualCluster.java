package dev.informant.controller.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.internal.content.ContentNegotiation;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.faults.FaultyBackend;
import dev.informant.apiserver.internal.faults.ServerFaults;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayOutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster on virtual time: the core of the embedded API server, and any number of processes ({@link Replica}) with informers
 * and controllers, all on the thread of the test. A run is a function of its seed. Nothing runs by itself: {@link #settle},
 * {@link #advance} and {@link #runUntil} let time pass.
 *
 * <p>A reconciler that waits for an answer lets everything else run meanwhile. What a test wants to do during a run, it
 * schedules with {@link #after}.
 *
 * <p>Not thread-safe.
 */
public final class VirtualCluster implements AutoCloseable {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();
  private static final ObjectMapper TREES = new ObjectMapper();
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private final VirtualRuntime runtime;
  private final KubernetesCore core;
  private final ServerFaults faults;
  private final Backend backend;
  private final List<SentRequest> requests = new ArrayList<>();

  private VirtualCluster(long seed, boolean shuffled) {
    this.runtime = shuffled ? VirtualRuntime.shuffled(seed) : VirtualRuntime.inOrder(seed);
    this.core = KubernetesCore.create(
        runtime, CoreOptions.DEFAULT, new ContentNegotiation(runtime.clock()));
    this.faults = new ServerFaults(core.faults(), seed);
    Backend faulty = new FaultyBackend(core, faults, runtime);
    this.backend = request -> faulty.answer(request).whenComplete((answer, failure) -> {
      if (answer != null) {
        note(request, answer.response().status());
      }
    });
  }

  /** Tasks run in the order they become ready. */
  public static VirtualCluster create(long seed) {
    return new VirtualCluster(seed, /* shuffled= */ false);
  }

  /** The seed decides which of the tasks that are ready runs next: legal interleavings are explored. */
  public static VirtualCluster shuffled(long seed) {
    return new VirtualCluster(seed, /* shuffled= */ true);
  }

  private void note(ApiRequest request, int status) {
    requests.add(new SentRequest(
        now(),
        request.user(),
        request.method(),
        request.path(),
        new String(request.body(), StandardCharsets.UTF_8),
        status));
  }

  /** Adds a process. */
  public Replica replica(String name) {
    return new Replica(
        name, new ReplicaRuntime(runtime), new InProcessClient(runtime, backend, name));
  }

  /** Makes the server misbehave. */
  public Faults faults() {
    return faults;
  }

  // ---- time

  /** The virtual time since the cluster was made. */
  public Duration now() {
    return Duration.ofNanos(runtime.nanos());
  }

  /** Lets a second pass, in which everything that does not wait for something comes to rest. */
  public void settle() {
    advance(SETTLE);
  }

  /** Lets time pass: everything that falls due runs, in order. */
  public void advance(Duration time) {
    runtime.advance(time);
  }

  /**
   * Lets time pass until a condition holds.
   *
   * @throws AssertionError if it does not within {@code limit}
   */
  public void runUntil(String what, BooleanSupplier condition, Duration limit) {
    if (!runtime.runUntil(condition, limit)) {
      throw new AssertionError(
          "after " + limit.toMillis() + " ms of virtual time still not: " + what);
    }
  }

  /** Does something after a while. */
  public void after(Duration delay, Runnable action) {
    runtime.schedule(delay, action);
  }

  // ---- the user of the cluster

  /** The requests of all replicas, in order. */
  public List<SentRequest> requests() {
    return List.copyOf(requests);
  }

  /** The requests of all replicas that were to change something, without those for leases and events. */
  public List<SentRequest> writes() {
    return requests.stream()
        .filter(SentRequest::isWrite)
        .filter(
            request -> !request.path().contains("/leases") && !request.path().contains("/events"))
        .toList();
  }

  /** Forgets the requests so far. */
  public void clearRequests() {
    requests.clear();
  }

  /** Creates custom resource definitions, from YAML. */
  public void createCrds(String yaml) {
    for (String document : yaml.split("(?m)^---.*$")) {
      if (!document.isBlank()) {
        send(
            "POST",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            "application/yaml",
            document);
      }
    }
    settle();
  }

  public <T extends HasMetadata> T create(T object) {
    return write("POST", object, /* named= */ false, "");
  }

  /** Replaces an object, also if it has changed meanwhile. */
  public <T extends HasMetadata> T update(T object) {
    object.getMetadata().setResourceVersion(null);
    return write("PUT", object, /* named= */ true, "");
  }

  /** Changes an object as it is now. */
  public <T extends HasMetadata> T edit(
      Class<T> type, String namespace, String name, Consumer<T> change) {
    T object = get(type, namespace, name);
    if (object == null) {
      throw new AssertionError(
          type.getSimpleName() + " " + namespace + "/" + name + " does not exist");
    }
    change.accept(object);
    return write("PUT", object, /* named= */ true, "");
  }

  public void delete(HasMetadata object) {
    send(
        "DELETE",
        path(object.getClass(), object.getMetadata().getNamespace()) + "/"
            + object.getMetadata().getName(),
        "application/json",
        "");
  }

  /** The object as the server has it; null if there is none. */
  public <T extends HasMetadata> @Nullable T get(Class<T> type, String namespace, String name) {
    Reply reply = exchange("GET", path(type, namespace) + "/" + name, "application/json", "");
    return reply.status() == HttpURLConnection.HTTP_NOT_FOUND
        ? null
        : JSON.unmarshal(accepted(reply).text(), type);
  }

  /** All objects of a kind in a namespace. */
  public <T extends HasMetadata> List<T> list(Class<T> type, String namespace) {
    List<T> items = new ArrayList<>();
    try {
      String text = accepted(exchange("GET", path(type, namespace), "application/json", ""))
          .text();
      for (JsonNode item : TREES.readTree(text).path("items")) {
        items.add(JSON.unmarshal(item.toString(), type));
      }
    } catch (JsonProcessingException malformed) {
      throw new IllegalStateException(malformed);
    }
    return items;
  }

  @SuppressWarnings("unchecked") // the class of a T
  private <T extends HasMetadata> T write(
      String method, T object, boolean named, String subresource) {
    String path = path(object.getClass(), object.getMetadata().getNamespace())
        + (named ? "/" + object.getMetadata().getName() : "")
        + subresource;
    return (T) JSON.unmarshal(
        send(method, path, "application/json", JSON.asJson(object)).text(), object.getClass());
  }

  private static String path(Class<? extends HasMetadata> type, @Nullable String namespace) {
    return "/" + Resource.of(type).path(namespace == null ? "" : namespace);
  }

  private record Reply(String request, int status, String text) {}

  private Reply send(String method, String path, String contentType, String body) {
    return accepted(exchange(method, path, contentType, body));
  }

  private static Reply accepted(Reply reply) {
    if (reply.status() >= 300) {
      throw new AssertionError(
          reply.request() + " was refused: " + reply.status() + " " + reply.text());
    }
    return reply;
  }

  private Reply exchange(String method, String path, String contentType, String body) {
    CompletableFuture<ApiResponse> answer = core.handle(new ApiRequest(
        method,
        path,
        Map.of(),
        Map.of("content-type", contentType, "accept", "application/json"),
        body.getBytes(StandardCharsets.UTF_8),
        "test",
        List.of("system:masters")));
    ApiResponse response = answer.join();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (response instanceof ApiResponse.Complete complete) {
      bytes.writeBytes(complete.body());
    } else if (response instanceof ApiResponse.Chunked chunked) {
      chunked.chunks().forEachRemaining(bytes::writeBytes);
    }
    return new Reply(
        method + " " + path, response.status(), bytes.toString(StandardCharsets.UTF_8));
  }

  /** Ends the server. Replicas are closed by their owners, before. */
  @Override
  public void close() {
    core.close();
    runtime.close();
  }
}
