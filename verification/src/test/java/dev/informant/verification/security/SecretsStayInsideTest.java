package dev.informant.verification.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A token and a Secret's content are planted; then everything that can go wrong does, and every output is searched:
 * logs at every level, what observers are told, states and their causes with stack traces, thread names, what objects
 * of ours call themselves, the console, meters, a flight recording, saved caches and other files.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SecretsStayInsideTest {
  private static final String TOKEN = "planted-token-4711";
  private static final String CONTENT = "planted-content-0815";
  private static final String ENCODED = Base64.getEncoder().encodeToString(CONTENT.getBytes(UTF_8));
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(20), 2, Duration.ofMillis(200), 0, Duration.ofSeconds(10));
  private static final Logger ROOT = Logger.getLogger("");
  private static final Logger OURS = Logger.getLogger("dev.informant");

  @TempDir
  Path directory;

  private final Queue<String> outputs = new ConcurrentLinkedQueue<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private Path caches;

  @Test
  void neitherTokenNorContentIsInAnyOutput() throws Exception {
    Path files = Files.createDirectory(directory.resolve("temporary"));
    PrintStream console = System.out;
    PrintStream errors = System.err;
    Handler listening = new Listening();
    Level before = OURS.getLevel();
    String temporary = System.getProperty("java.io.tmpdir");
    ROOT.addHandler(listening);
    OURS.setLevel(Level.ALL);
    Path printed = directory.resolve("printed");
    caches = Files.createDirectory(files.resolve("caches"));
    System.setProperty("java.io.tmpdir", files.toString());
    try (Recording recording = recording();
        PrintStream captured = new PrintStream(Files.newOutputStream(printed), true, UTF_8)) {
      System.setOut(captured);
      System.setErr(captured);
      live();
      recording.stop();
      recording.dump(files.resolve("recording.jfr"));
    } finally {
      System.setOut(console);
      System.setErr(errors);
      System.setProperty("java.io.tmpdir", temporary);
      OURS.setLevel(before);
      ROOT.removeHandler(listening);
    }
    outputs.add(Files.readString(printed));
    List<RecordedEvent> recorded = RecordingFile.readAllEvents(files.resolve("recording.jfr"));
    assertThat(recorded).isNotEmpty();
    recorded.forEach(event -> outputs.add(event.toString()));
    try (Stream<Path> written = Files.walk(files)) {
      for (Path file : written.filter(Files::isRegularFile).toList()) {
        outputs.add(new String(Files.readAllBytes(file), ISO_8859_1));
      }
    }
    try (Stream<Path> saved = Files.list(caches)) {
      assertThat(saved.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.contains("configmaps"))
          .noneMatch(name -> name.contains("secrets"));
    }
    assertThat(outputs).as("the search has something to search").hasSizeGreaterThan(50);
    assertThat(outputs).noneMatch(text -> text.contains(TOKEN));
    assertThat(outputs).noneMatch(text -> text.contains(CONTENT));
    assertThat(outputs).noneMatch(text -> text.contains(ENCODED));
    assertThat(outputs).anyMatch(text -> text.contains("secrets")); // it did hear of them
  }

  @Test
  void everyPartOfALogRecordIsSearched() {
    LogRecord parameters = new LogRecord(Level.FINE, "sending {0}");
    parameters.setParameters(new Object[] {"Bearer parameter-1", new Object[] {"parameter-2"}});
    parameters.setSourceClassName("source-class");
    parameters.setSourceMethodName("source-method");
    parameters.setThrown(
        new IllegalStateException("outer", new IllegalStateException("inner-cause")));
    new Listening().publish(parameters);
    assertThat(String.join("\n", outputs))
        .contains("sending Bearer parameter-1", "parameter-2")
        .contains("source-class", "source-method", "inner-cause");
  }

  /** Everything of ours that a flight recording can hold. */
  private static Recording recording() {
    Recording recording = new Recording();
    List.of("List", "Relist", "Watch", "Batch", "SlowHandler")
        .forEach(event -> recording.enable("dev.informant." + event));
    recording.start();
    return recording;
  }

  private void live() throws Exception {
    try (ApiServer server = ApiServer.builder()
            .anonymous(false)
            .token(TOKEN, "alice", "system:masters")
            .start();
        FaultProxy line = new FaultProxy("127.0.0.1", server.port())) {
      Path config = directory.resolve("kubeconfig");
      Files.writeString(
          config,
          server
              .kubeconfig()
              .replace(server.token(), TOKEN)
              .replace(":" + server.port(), ":" + line.port()));
      InformerMetrics metrics = new InformerMetrics(meters, "planted");
      try (SharedInformerFactory informers = SharedInformerFactory.builder(Kubeconfig.load(config))
              .options(options -> options
                  .backoff(QUICK)
                  .observer(
                      resource -> InformerObserver.all(new Noting(), metrics.observer(resource)))
                  .watchErrorHandler(cause -> note(cause)))
              .build();
          KubernetesClient client =
              new KubernetesClientBuilder().withConfig(Kubeconfig.load(config)).build()) {
        Informer<Secret> secrets = informers.core().v1().secrets().informer();
        secrets.indexAll("broken", secret -> {
          throw new IllegalStateException("an index function of the user's");
        });
        secrets.addHandler(new ResourceEventHandler<Secret>() {
          @Override
          public void onAdd(Secret secret, boolean inInitialList) {
            throw new IllegalStateException("a handler of the user's");
          }
        });
        informers.start();
        secrets.awaitSynced(Duration.ofSeconds(60));
        client
            .resource(new SecretBuilder()
                .withNewMetadata()
                .withName("s")
                .withNamespace("default")
                .endMetadata()
                .withStringData(Map.of("password", CONTENT))
                .build())
            .create();
        eventually(() -> secrets.snapshot().size() == 1);
        save(config);
        look(informers, secrets);
        server
            .faults()
            .sendRaw(
                "secrets",
                ("{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":"
                        + "\"Secret\",\"metadata\":{\"namespace\":\"default\",\"name\":\"s\",\"resourceVersion\":\"99\"},"
                        + "\"data\":[\"" + CONTENT + "\"]}}\n")
                    .getBytes(UTF_8));
        eventually(() -> secrets.skippedCount() > 0);
        secrets.skipped().values().forEach(this::note);
        server.faults().sendRaw("secrets", ("{\"" + CONTENT + "\n").getBytes(UTF_8));
        look(informers, secrets);
        line.refuse(true);
        line.cutAll();
        eventually(() -> secrets.state().cause() != null);
        look(informers, secrets);
        line.refuse(false);
        // The token is refused from now on.
        try (ApiServer other = ApiServer.builder().anonymous(false).start()) {
          line.switchTo("127.0.0.1", other.port());
          line.cutAll();
          eventually(() -> secrets.state().cause() != null
              && secrets.state().cause().toString().contains("TLS"));
          look(informers, secrets);
        }
        try {
          informers.core().v1().pods().informer().awaitSynced(Duration.ofMillis(500));
        } catch (RuntimeException notSynced) {
          note(notSynced);
        }
        look(informers, secrets);
      }
    }
  }

  /** Closed while all is well, informers save what they hold. */
  private void save(Path config) throws Exception {
    try (SharedInformerFactory informers = SharedInformerFactory.builder(Kubeconfig.load(config))
        .cacheDirectory(caches)
        .options(options -> options.observer(resource -> new Noting()))
        .build()) {
      informers.core().v1().secrets().informer();
      informers.core().v1().configMaps().informer();
      informers.start();
      for (Informer<?> informer : informers.all().values()) {
        informer.awaitSynced(Duration.ofSeconds(60));
      }
    }
  }

  /** Everything there is to see of the informers now. */
  private void look(SharedInformerFactory informers, Informer<?> informer) {
    outputs.add(informers.toString());
    outputs.add(informers.all().toString());
    outputs.add(informer.toString());
    outputs.add(informer.state().toString());
    note(informer.state().cause());
    meters.getMeters().forEach(meter -> outputs.add(meter.getId() + " " + meter.measure()));
    Thread.getAllStackTraces().keySet().forEach(thread -> outputs.add(thread.getName()));
  }

  private void note(@Nullable Throwable failure) {
    if (failure != null) {
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      outputs.add(text.toString());
    }
  }

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      never.await(20, TimeUnit.MILLISECONDS);
    }
  }

  private final class Noting implements InformerObserver {
    @Override
    public void onEvent(InformerEvent event) {
      if (event instanceof InformerEvent.StateChanged stateChanged) {
        stateChanged(stateChanged.from(), stateChanged.to());
      } else if (event instanceof InformerEvent.Requested requested) {
        requested(requested.verb(), requested.resourceVersion());
      } else if (event instanceof InformerEvent.Failed failed) {
        failed(failed.cause());
      } else if (event instanceof InformerEvent.Skipped skipped) {
        skipped(skipped.key(), skipped.cause());
      } else if (event instanceof InformerEvent.HandlerFailed handlerFailed) {
        handlerFailed(handlerFailed.handler(), handlerFailed.key(), handlerFailed.cause());
      } else if (event instanceof InformerEvent.IndexFailed indexFailed) {
        indexFailed(indexFailed.index(), indexFailed.key(), indexFailed.cause());
      }
    }

    private void stateChanged(InformerState from, InformerState to) {
      outputs.add(from + " " + to);
    }

    private void requested(String verb, String resourceVersion) {
      outputs.add(verb + " " + resourceVersion);
    }

    private void failed(Throwable cause) {
      note(cause);
    }

    private void skipped(String key, Throwable cause) {
      outputs.add(key);
      note(cause);
    }

    private void handlerFailed(String handler, String key, Throwable failure) {
      outputs.add(handler + " " + key);
      note(failure);
    }

    private void indexFailed(String index, @Nullable String key, Throwable failure) {
      outputs.add(index + " " + key);
      note(failure);
    }
  }

  private final class Listening extends Handler {
    Listening() {
      setLevel(Level.ALL);
    }

    @Override
    public void publish(LogRecord record) {
      outputs.add(String.join(
          " ",
          record.getLoggerName(),
          record.getSourceClassName(),
          record.getSourceMethodName(),
          record.getMessage(),
          new SimpleFormatter().formatMessage(record),
          Arrays.deepToString(record.getParameters())));
      note(record.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
