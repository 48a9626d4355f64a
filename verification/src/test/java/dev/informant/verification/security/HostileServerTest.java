package dev.informant.verification.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.chaos.Companion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that wants its clients to run out of memory. The client is a program with a heap of 96 MB that dies at its
 * first OutOfMemoryError; it must live and say what is wrong.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileServerTest {
  private static final int MEGABYTE = 1 << 20;
  private static final String LIST =
      "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[";
  private static final String GOOD =
      "{\"metadata\":{\"namespace\":\"a\",\"name\":\"good\",\"uid\":\"1\","
          + "\"resourceVersion\":\"5\"},\"data\":{\"a\":\"b\"}}";
  private static final String BAD_HEAD =
      "{\"metadata\":{\"namespace\":\"a\",\"name\":\"bad\",\"uid\":\"2\",\"resourceVersion\":\"6\"";

  @TempDir
  Path directory;

  @Test
  void endlessHeadersAreARefusal() throws Exception {
    JsonNode end = outcome("typed", told("cause", "list of configmaps"), (target, out) -> {
      out.write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
      repeat(out, Long.MAX_VALUE, "X-Filler: " + "y".repeat(200) + "\r\n");
    });
    assertThat(end.path("synced").asBoolean()).isFalse();
  }

  @Test
  void anEndlessHeaderLineIsARefusal() throws Exception {
    outcome("typed", told("cause", "list of configmaps"), (target, out) -> {
      out.write("HTTP/1.1 200 OK\r\nX-Filler: ".getBytes(US_ASCII));
      repeat(out, Long.MAX_VALUE, "y".repeat(1000));
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "["})
  void aCompressedListThatGrowsOutOfProportionIsRefused(String filler) throws Exception {
    outcome("typed", told("cause", "times as large as its compressed form"), (target, out) -> {
      HostileServer.head(out, "200 OK", "Content-Type: application/json", "Content-Encoding: gzip");
      OutputStream gzip = new GZIPOutputStream(out);
      gzip.write((LIST + BAD_HEAD + "},\"data\":{").getBytes(US_ASCII));
      repeat(gzip, Long.MAX_VALUE, filler.repeat(1000));
    });
  }

  @Test
  void anExplosionOfSmallItemsIsRefused() throws Exception {
    outcome("typed", told("cause", "times as large as its compressed form"), (target, out) -> {
      HostileServer.head(out, "200 OK", "Content-Type: application/json", "Content-Encoding: gzip");
      OutputStream gzip = new GZIPOutputStream(out);
      gzip.write(LIST.getBytes(US_ASCII));
      repeat(gzip, Long.MAX_VALUE, GOOD + ",");
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"typed", "trees"})
  void anItemOfHalfAGigabyteIsLeftOutAndNamed(String model) throws Exception {
    oversized(model, 512, ",\"annotations\":{\"a\":\"", "y".repeat(1000), "\"}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "watch"})
  void anItemOfTenGigabytesIsNotReadToItsEnd(String verb) throws Exception {
    AtomicLong written = new AtomicLong();
    AtomicInteger answers = new AtomicInteger();
    JsonNode end = outcome("typed", told("cause", "has not ended"), (target, out) -> {
      HostileServer.json(out);
      boolean watch = target.contains("watch=");
      if (watch != verb.equals("watch")) {
        if (watch) {
          idle();
        }
        out.write((LIST + GOOD + "]}").getBytes(US_ASCII));
        return;
      }
      int answer = answers.incrementAndGet();
      out.write(
          ((watch ? "{\"type\":\"ADDED\",\"object\":" : LIST) + BAD_HEAD + "},\"data\":{\"a\":\"")
              .getBytes(US_ASCII));
      byte[] part = "y".repeat(MEGABYTE).getBytes(US_ASCII);
      for (int megabytes = 0; megabytes < 10 << 10; megabytes++) {
        out.write(part);
        if (answer == 1) {
          written.addAndGet(part.length);
        }
      }
      out.write((watch ? "\"}}}\n" : "\"}}]}").getBytes(US_ASCII));
    });
    assertThat(end.path("synced").asBoolean()).isEqualTo(verb.equals("watch"));
    assertThat(written.get()).isLessThan(2L << 30);
  }

  @Test
  void anObjectWithMillionsOfLabelsIsLeftOutAndNamed() throws Exception {
    oversized("typed", 128, ",\"labels\":{\"a\":\"b\"", ",\"label-1234\":\"v\"", "}}}");
  }

  private void oversized(String model, int megabytes, String begin, String part, String finish)
      throws Exception {
    JsonNode end =
        outcome(model, told("skipped", "a/bad").and(HostileServerTest::holdsOne), (target, out) -> {
          HostileServer.json(out);
          if (target.contains("watch=")) {
            idle();
          }
          out.write((LIST + BAD_HEAD + begin).getBytes(US_ASCII));
          repeat(out, (long) megabytes * MEGABYTE / part.length(), part);
          out.write((finish + "," + GOOD + "]}").getBytes(US_ASCII));
        });
    assertThat(end.path("skipped").asText()).contains("larger than the limit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"typed", "trees"})
  void deepNestingIsLeftOutAndNamedInListsAndWatches(String model) throws Exception {
    String deep = "[".repeat(2 * MEGABYTE) + "]".repeat(2 * MEGABYTE);
    JsonNode end = outcome(
        model, told("skipped", "a/bad-too").and(HostileServerTest::holdsOne), (target, out) -> {
          HostileServer.json(out);
          if (target.contains("watch=")) {
            out.write(("{\"type\":\"ADDED\",\"object\":" + BAD_HEAD.replace("bad", "bad-too")
                    + "},\"x\":" + deep + "}}\n")
                .getBytes(US_ASCII));
            out.flush();
            idle();
          }
          out.write(
              (LIST + BAD_HEAD + "},\"data\":" + deep + "}," + GOOD + "]}").getBytes(US_ASCII));
        });
    assertThat(end.path("skipped").asText()).contains("a/bad=");
  }

  @Test
  void anEndlessExplanationOfAnErrorIsCutOff() throws Exception {
    outcome("typed", told("cause", "500"), (target, out) -> {
      HostileServer.head(out, "500 Internal Server Error", "Content-Type: text/plain");
      repeat(out, Long.MAX_VALUE, "so sorry ");
    });
  }

  @Test
  void endlessDiscoveryIsCutOff() throws Exception {
    outcome("typed", told("cause", "404"), (target, out) -> {
      if (target.contains("configmaps")) {
        HostileServer.head(out, "404 Not Found", "Content-Type: text/plain", "Content-Length: 0");
      } else {
        HostileServer.json(out);
        out.write("{\"kind\":\"APIGroupList\",\"groups\":[".getBytes(US_ASCII));
        repeat(out, 300L * MEGABYTE / 1000, " ".repeat(1000));
        idle();
      }
    });
  }

  @Test
  void anEndlessEventIsLeftOut() throws Exception {
    outcome("typed", told("skipped", "a/bad").and(HostileServerTest::holdsOne), (target, out) -> {
      HostileServer.json(out);
      if (!target.contains("watch=")) {
        out.write((LIST + GOOD + "]}").getBytes(US_ASCII));
        return;
      }
      out.write(("{\"type\":\"ADDED\",\"object\":" + BAD_HEAD + "},\"data\":{\"a\":\"")
          .getBytes(US_ASCII));
      repeat(out, 200L * MEGABYTE / 1000, "y".repeat(1000));
      out.write("\"}}}\n".getBytes(US_ASCII));
      out.flush();
      idle();
    });
  }

  // ---- how it is done

  private static Predicate<JsonNode> told(String field, String part) {
    return answer -> answer.path(field).asText().contains(part);
  }

  private static boolean holdsOne(JsonNode answer) {
    return answer.path("size").asInt() == 1;
  }

  /** What the program says once {@code wanted} holds; it has lived until then. */
  private JsonNode outcome(String model, Predicate<JsonNode> wanted, HostileServer.Answer answer)
      throws Exception {
    List<String> options =
        List.of("-Xmx96m", "-XX:MaxDirectMemorySize=64m", "-XX:+ExitOnOutOfMemoryError");
    try (HostileServer server = new HostileServer(answer);
        Companion program = Companion.start(
            "the small program",
            directory.resolve("small-program.log"),
            Companion.java(options, SmallProgram.class, List.of(server.url(), model)))) {
      long begin = System.nanoTime();
      CountDownLatch never = new CountDownLatch(1);
      while (true) {
        JsonNode said = program.ask("what are you doing?");
        if (wanted.test(said)) {
          return said;
        }
        if (System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(5)) {
          throw new AssertionError("not after five minutes: " + said);
        }
        never.await(100, TimeUnit.MILLISECONDS);
      }
    }
  }

  private static void repeat(OutputStream out, long times, String text) throws IOException {
    byte[] bytes = text.getBytes(US_ASCII);
    for (long i = 0; i < times; i++) {
      out.write(bytes);
    }
  }

  /** Keeps the answer open for as long as the test lasts. */
  private static void idle() throws IOException {
    try {
      new CountDownLatch(1).await(8, TimeUnit.MINUTES);
    } catch (InterruptedException over) {
      throw new IOException(over);
    }
  }
}
