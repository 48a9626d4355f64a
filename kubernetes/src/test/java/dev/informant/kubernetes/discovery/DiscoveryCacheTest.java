package dev.informant.kubernetes.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.runtime.Clock;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cluster has, kept on disk; and the mapper above it. */
@Timeout(180)
class DiscoveryCacheTest {
  private static final Duration LIFETIME = Duration.ofMinutes(10);

  @TempDir
  Path directory;

  private volatile String groups = "";
  private volatile String tag = "one";
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final List<String> answers = new CopyOnWriteArrayList<>();
  private final Clock clock = new Clock() {
    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public Instant now() {
      return now;
    }
  };
  private final ScriptedServer server = new ScriptedServer((request, out) -> {
    String own = "\"" + tag + request.path() + "\"";
    if (own.equals(request.headers().get("if-none-match"))) {
      answers.add("304 " + request.path());
      ScriptedServer.answer(out, 304, "ETag: " + own + "\r\n", new byte[0]);
      return;
    }
    answers.add("200 " + request.path());
    String items = request.path().equals("/api")
        ? group("", "pods", "Pod")
        : group("example.com", "widgets", "Widget") + groups;
    ScriptedServer.answer(
        out,
        200,
        "ETag: " + own + "\r\n",
        ("{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"items\":["
                + items + "]}")
            .getBytes(StandardCharsets.UTF_8));
  });
  private final ApiConnection connection = ApiConnection.of(
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build());

  private static String group(String name, String plural, String kind) {
    return "{\"metadata\":{\"name\":\"" + name
        + "\"},\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\","
        + "\"resources\":[{\"resource\":\"" + plural + "\",\"responseKind\":{\"group\":\"" + name
        + "\",\"version\":\"v1\",\"kind\":\"" + kind
        + "\"},\"scope\":\"Namespaced\",\"singularResource\":\""
        + kind.toLowerCase(java.util.Locale.ROOT) + "\",\"verbs\":[\"list\"]}]}]}";
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  /** As a new process would have it. */
  private Discovery discovery() {
    return new Discovery(connection, directory, LIFETIME, clock);
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }

  private Path file() throws IOException {
    try (var files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  @Test
  void aRequestThatThrowsFailsAndTheNextCallAsksAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    HttpClient broken = (HttpClient) Proxy.newProxyInstance(
        HttpClient.class.getClassLoader(),
        new Class<?>[] {HttpClient.class},
        (proxy, method, arguments) -> {
          tries.incrementAndGet();
          throw new IllegalStateException("no request today");
        });
    Discovery discovery = new Discovery(ApiConnection.of(broken, server.url()));
    for (int i = 1; i <= 2; i++) {
      assertThat(discovery.kinds().handle((kinds, failure) -> failure).get(60, TimeUnit.SECONDS))
          .hasRootCauseMessage("no request today");
      assertThat(tries).hasValue(i);
    }
  }

  @Test
  void aDirectoryThatCannotBeWrittenDoesNotKeepTheAnswer() throws Exception {
    Path archive = directory.resolve("archive.zip");
    FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"));
    Clock closing = new Clock() {
      @Override
      public long nanos() {
        return 0;
      }

      @Override
      public Instant now() {
        try {
          files.close(); // from now on every use of its paths throws, and no IOException
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
        return now;
      }
    };
    Discovery discovery = new Discovery(connection, files.getPath("/cache"), LIFETIME, closing);
    assertThat(discovery.kinds().get(60, TimeUnit.SECONDS).kinds()).isNotEmpty();
    assertThat(files.isOpen()).isFalse();
  }

  @Test
  void aYoungAnswerOnDiskIsNotAskedForAgain() throws Exception {
    DiscoveredKinds first = get(discovery().kinds());
    assertThat(answers).hasSize(2);
    now = now.plus(LIFETIME).minusSeconds(1);
    assertThat(get(discovery().kinds())).isEqualTo(first);
    assertThat(answers).hasSize(2);
  }

  @Test
  void anOldAnswerIsConfirmedByItsTagAndIsYoungAgain() throws Exception {
    DiscoveredKinds first = get(discovery().kinds());
    answers.clear();
    now = now.plus(LIFETIME);
    assertThat(get(discovery().kinds())).isEqualTo(first);
    assertThat(answers).containsExactlyInAnyOrder("304 /api", "304 /apis");
    now = now.plus(LIFETIME).minusSeconds(1);
    assertThat(get(discovery().kinds())).isEqualTo(first);
    assertThat(answers).hasSize(2);
  }

  @Test
  void whatHasChangedIsSentAgain() throws Exception {
    get(discovery().kinds());
    groups = "," + group("other.example", "gadgets", "Gadget");
    tag = "two";
    now = now.plus(LIFETIME);
    assertThat(get(discovery().kinds()).find("gadget")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inOneProcessAnAnswerHoldsForItsLifetimeAndIsThenConfirmedByItsTag(boolean onDisk)
      throws Exception {
    Discovery discovery = onDisk ? discovery() : new Discovery(connection, LIFETIME, clock);
    DiscoveredKinds first = get(discovery.kinds());
    answers.clear();
    now = now.plus(LIFETIME).minusSeconds(1);
    assertThat(get(discovery.kinds())).isEqualTo(first);
    assertThat(answers).isEmpty();
    now = now.plusSeconds(1);
    assertThat(get(discovery.kinds())).isEqualTo(first);
    assertThat(answers).containsExactlyInAnyOrder("304 /api", "304 /apis");
    now = now.plus(LIFETIME).minusSeconds(1);
    assertThat(get(discovery.kinds())).isEqualTo(first);
    assertThat(answers).hasSize(2);
  }

  @Test
  void inOneProcessAKindThatGoesIsForgottenAfterTheLifetimeByTheMapperToo() throws Exception {
    groups = "," + group("other.example", "gadgets", "Gadget");
    Discovery discovery = new Discovery(connection, LIFETIME, clock);
    RestMapper mapper = new RestMapper(discovery);
    assertThat(get(mapper.find("gadget"))).isPresent();
    groups = "";
    tag = "two";
    now = now.plus(LIFETIME);
    assertThat(get(mapper.find("gadget"))).isEmpty();
    assertThat(get(discovery.kinds()).find("gadget")).isEmpty();
    assertThat(answers).as("asked twice, for two documents").hasSize(4);
  }

  @Test
  void anAnswerFromDiskIsAsOldInTheProcessAsOnDisk() throws Exception {
    get(discovery().kinds());
    now = now.plus(LIFETIME).minusSeconds(1);
    Discovery next = discovery();
    get(next.kinds());
    assertThat(answers).hasSize(2);
    now = now.plusSeconds(1);
    get(next.kinds());
    assertThat(answers).hasSize(4);
  }

  @Test
  void aTimeInTheFutureIsNotBelieved() throws Exception {
    get(discovery().kinds());
    now = now.minus(Duration.ofDays(1));
    get(discovery().kinds());
    assertThat(answers).hasSize(4);
  }

  @Test
  void aDamagedFileIsIgnoredAndReplaced() throws Exception {
    DiscoveredKinds truth = get(discovery().kinds());
    byte[] sound = Files.readAllBytes(file());
    byte[] flipped = sound.clone();
    flipped[sound.length / 2] ^= 1;
    byte[] half = java.util.Arrays.copyOf(sound, sound.length / 2);
    byte[] otherServer = new String(sound, StandardCharsets.UTF_8)
        .replace(server.url(), "https://elsewhere:1")
        .getBytes(StandardCharsets.UTF_8);
    for (byte[] damaged : List.of(
        new byte[0],
        flipped,
        half,
        "\n".getBytes(StandardCharsets.UTF_8),
        "[]\n{}".getBytes(StandardCharsets.UTF_8),
        otherServer)) {
      Files.write(file(), damaged);
      answers.clear();
      assertThat(get(discovery().kinds())).isEqualTo(truth);
      assertThat(answers).containsExactlyInAnyOrder("200 /api", "200 /apis");
      answers.clear();
      assertThat(get(discovery().kinds())).isEqualTo(truth);
      assertThat(answers).as("the file was replaced by a sound one").isEmpty();
    }
  }

  @Test
  void theFileIsItsOwnersAlone() throws Exception {
    Path below = directory.resolve("deeper/still");
    get(new Discovery(connection, below, LIFETIME, clock).kinds());
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(below)))
          .isEqualTo("rwx------");
      try (var files = Files.list(below)) {
        assertThat(files)
            .hasSize(1)
            .allSatisfy(file -> assertThat(
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void aDirectoryThatCannotBeWrittenCostsOnlyTheFile() throws Exception {
    Path blocked = directory.resolve("a-file");
    Files.writeString(blocked, "in the way");
    assertThat(get(new Discovery(connection, blocked, LIFETIME, clock).kinds()).kinds())
        .hasSize(2);
  }

  @Test
  void forgettingAsksTheServerHoweverYoungTheFile() throws Exception {
    Discovery discovery = discovery();
    get(discovery.kinds());
    answers.clear();
    discovery.forget();
    get(discovery.kinds());
    assertThat(answers).containsExactlyInAnyOrder("304 /api", "304 /apis");
  }

  @Test
  void whatTheFileDoesNotHaveIsLookedUpOnceAtTheServer() throws Exception {
    get(discovery().kinds());
    groups = "," + group("other.example", "gadgets", "Gadget");
    tag = "two";
    answers.clear();
    RestMapper mapper = new RestMapper(discovery());
    assertThat(get(mapper.resourceOf("other.example", "", "Gadget")))
        .contains(new Resource("other.example", "v1", "gadgets", "Gadget", true));
    assertThat(answers).hasSize(2);
    assertThat(get(mapper.kindOf("", "v1", "pods"))).map(Resource::kind).contains("Pod");
    assertThat(get(mapper.kindOf("example.com", "v2", "widgets"))).isEmpty();
    assertThat(answers).hasSize(4);
    assertThat(get(mapper.find("widget"))).isPresent();
    assertThat(answers).hasSize(4);
  }

  @Test
  void whatTheServerHasJustBeenAskedForIsNotLookedUpAgain() throws Exception {
    assertThat(get(new RestMapper(discovery()).find("nonsense"))).isEmpty();
    assertThat(answers).hasSize(2);
  }
}
