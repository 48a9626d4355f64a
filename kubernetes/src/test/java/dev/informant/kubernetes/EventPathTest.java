package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.testing.VirtualRuntime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lists the classes that one MODIFIED pod passes through, from the HTTP client's callback to {@code onUpdate}: object cache,
 * default queue, no observer. {@code docs/architecture.md} describes each of them.
 */
/*
 * Everything runs on the test's thread, in virtual time. The stack is taken wherever the path leaves our code: at each call of
 * the HTTP client, clock, timers and executors, at setters and getters of the pod, and in the transform and the handler. The
 * path is the union of the classes on these stacks, in the order in which they first appear. Nested classes count as their top-level
 * class, the decoder's core and the snapshot store as one each. The accessor of the model is not counted: users replace it.
 *
 * A class is missed if none of these calls comes from inside it. These are values (WatchEvent, Delta, Notification, Batch),
 * collaborators that only keep something and return (WatchDeadline, SyncVersion, StoredVersions, UnboundedBuffer, CallbackGate), and
 * what reports the event to observers beside the path (GuardedListener, ReflectorEvents, ObserverList).
 */
@Timeout(60)
class EventPathTest {
  private static final int MOST = 20;

  private static final List<String> PATH = List.of(
      "BodyPump",
      "SerialQueue",
      "EventSplitter",
      "WatchReader",
      "FastCodec", // and the rest of the decoder's core
      "KindWatcher",
      "WatchSession",
      "ReflectorSteps",
      "Intake",
      "SharedForm",
      "Keys",
      "InOrderQueue",
      "ConsumedQueue",
      "InformerPipeline",
      "Waiting",
      "DeltaProcessor",
      "SnapshotIndexer", // and the rest of the snapshot store
      "PlainRevision",
      "ProcessorListener",
      "HandlerCalls");

  @Test
  void oneModifiedPodPassesThroughTheseClasses() {
    SharedInformerFactory factory = new SharedInformerFactoryBuilder(
            () -> ApiConnection.of(new Server(), "http://server.example/"))
        .runtime(new ProbedRuntime())
        .kind(
            ProbedPod.class,
            options -> options.transform(pod -> {
              probe();
              return pod;
            }))
        .build();
    Informer<ProbedPod> pods = factory.informerFor(ProbedPod.class);
    pods.addHandler(new ResourceEventHandler<>() {
      @Override
      public void onUpdate(ProbedPod before, ProbedPod after) {
        probe();
        probing = false;
        updates++;
      }
    });
    factory.start();
    virtual.advance(Duration.ofSeconds(1));
    watch.arrive(event("ADDED", "10") + event("BOOKMARK", "10"));
    virtual.advance(Duration.ofSeconds(1));
    assertThat(pods.isSynced()).isTrue();

    probing = true;
    watch.arrive(event("MODIFIED", "11"));
    virtual.advance(Duration.ofSeconds(1));
    assertThat(updates).isEqualTo(1);
    assertThat(path).containsExactlyElementsOf(PATH).hasSizeLessThanOrEqualTo(MOST);
  }

  private static final Set<String> path = new LinkedHashSet<>();
  private static boolean probing;

  private final VirtualRuntime virtual = VirtualRuntime.inOrder(1);
  private Body watch;
  private int updates;

  private static String event(String type, String version) {
    return "{\"type\":\"" + type
        + "\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"namespace\":\"a\","
        + "\"name\":\"b\",\"uid\":\"u\",\"resourceVersion\":\"" + version
        + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}},\"spec\":{\"nodeName\":\"n\"},"
        + "\"status\":{\"phase\":\"Running\"}}}\n";
  }

  /** Adds our classes on the stack to the path, the outermost first. */
  private static void probe() {
    if (!probing) {
      return;
    }
    List<String> frames = new ArrayList<>(StackWalker.getInstance()
        .walk(stack -> stack
            .map(StackWalker.StackFrame::getClassName)
            .filter(name -> name.startsWith("dev.informant."))
            .map(EventPathTest::counted)
            .toList()));
    if (frames.contains("MutationGuard")) {
      return; // copies what handlers are shown, in tests only
    }
    Collections.reverse(frames);
    frames.stream().filter(name -> !name.isEmpty()).forEach(path::add);
  }

  /** The name under which a class counts; empty if it does not. */
  private static String counted(String className) {
    String name = className.replaceAll("\\$.*", "");
    if (name.startsWith("dev.informant.kubernetes.internal.fast.")) {
      return "FastCodec";
    }
    if (name.startsWith("dev.informant.store.")
        || name.startsWith("dev.informant.internal.store.")) {
      return "SnapshotIndexer";
    }
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return switch (simple) {
      case "EventPathTest", "VirtualRuntime", "ObjectAccessor", "HasMetadataAccessor" -> "";
      default -> simple;
    };
  }

  /** A pod that takes the stack whenever it is read or written. */
  @Group("")
  @Version("v1")
  @Kind("Pod")
  public static final class ProbedPod extends Pod {
    private static final long serialVersionUID = 1;

    @Override
    public void setMetadata(ObjectMeta metadata) {
      probe();
      super.setMetadata(metadata);
    }

    @Override
    public ObjectMeta getMetadata() {
      probe();
      return super.getMetadata();
    }

    @Override
    public void setSpec(PodSpec spec) {
      probe();
      super.setSpec(spec);
    }

    @Override
    public void setStatus(PodStatus status) {
      probe();
      super.setStatus(status);
    }

    @Override
    public String getKind() {
      probe();
      return super.getKind();
    }
  }

  /** Virtual time that takes the stack at each call. */
  private final class ProbedRuntime implements EngineRuntime, Clock, Timers {
    @Override
    public long nanos() {
      probe();
      return virtual.nanos();
    }

    @Override
    public Instant now() {
      probe();
      return virtual.now();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      probe();
      return virtual.schedule(delay, task);
    }

    @Override
    public Clock clock() {
      return this;
    }

    @Override
    public Timers timers() {
      return this;
    }

    @Override
    public Executor pipeline() {
      return EventPathTest.this::execute;
    }

    @Override
    public Executor callbacks() {
      return EventPathTest.this::execute;
    }

    @Override
    public RandomGenerator random() {
      return virtual.random();
    }

    @Override
    public int pipelineThreads() {
      return 0;
    }

    @Override
    public void close() {
      virtual.close();
    }
  }

  private void execute(Runnable task) {
    probe();
    virtual.pipeline().execute(task);
  }

  /** Answers every request as a streaming list of one pod that goes on as a watch. */
  private final class Server implements HttpClient {
    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
        HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
      watch = new Body(consumer);
      return CompletableFuture.completedFuture(new Head(request, watch));
    }

    @Override
    public HttpRequest.Builder newHttpRequestBuilder() {
      return new StandardHttpRequest.Builder();
    }

    @Override
    public DerivedClientBuilder newBuilder() {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isClosed() {
      return false;
    }

    @Override
    public void close() {}
  }

  private record Head(HttpRequest request, AsyncBody body) implements HttpResponse<AsyncBody> {
    @Override
    public int code() {
      return 200;
    }

    @Override
    public List<String> headers(String name) {
      return List.of();
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }
  }

  private static final class Body implements AsyncBody {
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Body(AsyncBody.Consumer<List<ByteBuffer>> consumer) {
      this.consumer = consumer;
    }

    void arrive(String text) {
      try {
        consumer.consume(List.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))), this);
      } catch (Exception failure) {
        throw new AssertionError(failure);
      }
    }

    @Override
    public void consume() {
      probe();
    }

    @Override
    public CompletableFuture<Void> done() {
      return done;
    }

    @Override
    public void cancel() {
      done.cancel(/* mayInterruptIfRunning= */ false);
    }
  }
}
