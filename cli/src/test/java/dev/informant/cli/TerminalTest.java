package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on a terminal, which {@code script} of util-linux lends; skipped where there is none. */
@Timeout(300)
class TerminalTest {
  private static final Pattern COLOUR =
      Pattern.compile("\u001b\\[(?:[0-9]+;)*(?:3[0-9]|9[0-7])(?:;[0-9]+)*m");
  private static final String ENTERED = "\u001b[?1049h";
  private static final String LEFT = "\u001b[?1049l";
  private static final Pattern CLEARED_AND_LEFT =
      Pattern.compile("\u001b\\[2J(?:\u001b\\[[?0-9;]*[a-z])*\u001b\\[\\?1049l");

  @TempDir
  private Path folder;

  private Path launcher;

  @BeforeEach
  void layOut() throws Exception {
    Process version;
    try {
      version =
          new ProcessBuilder("script", "--version").redirectErrorStream(true).start();
    } catch (IOException missing) {
      assumeTrue(false, "there is no script on this machine");
      return;
    }
    String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(said.contains("util-linux"), "this script has other flags");
    Path top = Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(top.resolve("bin"));
    launcher = Files.copy(
        Path.of("src", "assembly", "bin", "informant"), top.resolve("bin").resolve("informant"));
    // The distribution's script, with the classes of this build in place of its lib directory.
    Files.writeString(
        launcher,
        Files.readString(launcher)
            .replace("\"$home/lib/*\"", "\"$TEST_CLASS_PATH\"")
            .replace("-XX:+UseSerialGC", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  /** A terminal with a shell line in it. */
  private final class Session implements AutoCloseable {
    private final Process process;
    private final StringBuilder shown = new StringBuilder(); // guarded by itself
    private final CompletableFuture<Void> ended;

    Session(String line, Map<String, String> environment) throws IOException {
      Path script = Files.writeString(folder.resolve("line.sh"), line + "\n");
      ProcessBuilder builder = new ProcessBuilder(
              "script", "-qec", "bash " + script, folder.resolve("typescript").toString())
          .redirectErrorStream(true);
      builder.environment().putAll(environment);
      builder.environment().putIfAbsent("TERM", "xterm");
      builder.environment().put("TEST_CLASS_PATH", Processes.classPath());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().put("PIDS", folder.resolve("pid").toString());
      process = builder.start();
      ended = CompletableFuture.runAsync(this::read);
    }

    private void read() {
      byte[] buffer = new byte[8192];
      try (InputStream from = process.getInputStream()) {
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
          synchronized (shown) {
            shown.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
            shown.notifyAll();
          }
        }
      } catch (IOException closed) {
        // as the end
      }
    }

    String shown() {
      synchronized (shown) {
        return shown.toString();
      }
    }

    void await(Predicate<String> enough) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
      synchronized (shown) {
        while (!enough.test(shown.toString())) {
          long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          assertThat(left).as("shown: " + shown).isPositive();
          shown.wait(left);
        }
      }
    }

    void type(String keys) throws IOException {
      process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    String end() throws Exception {
      ended.get(180, TimeUnit.SECONDS);
      return shown();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private String demo(String flags) {
    return "bash -c 'echo $$ >\"$PIDS\"; exec " + launcher + " demo --pods 5 --rate 5 " + flags
        + "'";
  }

  @Test
  void aSignalThatEndsTheDemoLeavesTheTerminalAsItWas() throws Exception {
    try (Session session =
        new Session(demo("") + "; echo code $?; stty -a", Map.of("LC_ALL", "C"))) {
      session.await(text -> text.contains("poison")); // the foot of the page
      String pid = Files.readString(folder.resolve("pid")).strip();
      Process kill = new ProcessBuilder("kill", "-TERM", pid).start();
      assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String shown = session.end();
      assertThat(shown).contains(ENTERED, "code 143");
      assertThat(shown.lastIndexOf(LEFT)).isGreaterThan(shown.lastIndexOf(ENTERED));
      assertThat(shown).containsPattern(CLEARED_AND_LEFT);
      assertThat(shown.lastIndexOf("\u001b[?25h")).isGreaterThan(shown.lastIndexOf("\u001b[?25l"));
      String settings = shown.substring(shown.indexOf("code 143"));
      assertThat(settings)
          .containsPattern("(?<!-)\\bicanon\\b")
          .containsPattern("(?<!-)\\becho\\b")
          .doesNotContain("-icanon", "-echo ");
    }
  }

  @Test
  void theViewEndsWithQAndObeysNoColor() throws Exception {
    try (Session session = new Session(demo("") + "; echo code $?", Map.of("NO_COLOR", "1"))) {
      session.await(text -> text.contains("poison"));
      session.type("q");
      String shown = session.end();
      assertThat(shown).contains(ENTERED, LEFT, "object by object", "code 0");
      assertThat(shown).containsPattern(CLEARED_AND_LEFT);
      assertThat(COLOUR.matcher(shown).find()).as(shown).isFalse();
    }
  }

  @Test
  void aKeyPressedBeforeTheJvmHasStartedIsNotLost() throws Exception {
    try (Session session = new Session(demo("") + "; echo code $?", Map.of())) {
      session.await(text -> text.contains("informant: starting")); // printed by the script
      session.type("q");
      String shown = session.end();
      assertThat(shown).contains(ENTERED, LEFT, "object by object", "code 0");
      assertThat(shown).as("the echo of the key has its own line").contains("starting\r\n");
      assertThat(shown).as("which is cleared").containsPattern("\r\u001b\\[K[^\n]*\\Q" + ENTERED);
    }
  }

  @Test
  void withoutKeysTheDemoIsHeadlessAndSaysSo() throws Exception {
    try (Session session =
        new Session(demo("--seconds 1") + " </dev/null; echo code $?", Map.of())) {
      String shown = session.end();
      assertThat(shown)
          .contains("standard input is not a terminal", "--headless", "object by object", "code 0")
          .doesNotContain(ENTERED);
    }
  }

  @Test
  void onADumbTerminalTheDemoIsHeadlessAndSaysSo() throws Exception {
    try (Session session =
        new Session(demo("--seconds 1") + "; echo code $?", Map.of("TERM", "dumb"))) {
      String shown = session.end();
      assertThat(shown)
          .contains("TERM is dumb", "--headless", "object by object", "code 0")
          .doesNotContain("\u001b");
    }
  }

  @Test
  void progressIsForTheStreamItGoesTo() throws Exception {
    Map<String, String> environment = new TreeMap<>(Map.of("TERM", "xterm"));
    String kubeconfig = folder.resolve("kubeconfig").toString();
    String serve = launcher + " serve --seconds 120 --kubeconfig " + kubeconfig
        + " >/dev/null 2>&1 &\n" + "while [ ! -s " + kubeconfig + " ]; do sleep 0.2; done\n";
    String sync = launcher + " sync cm --kubeconfig " + kubeconfig;
    String mark = "\u001b[K";
    try (Session session = new Session(
        serve + sync + " >/dev/null; echo first; " + sync + " 2>/dev/null; echo second; kill %1",
        environment)) {
      String shown = session.end();
      assertThat(shown.substring(0, shown.indexOf("first"))).contains(mark + "counting configmaps");
      assertThat(shown.substring(shown.indexOf("first"))).doesNotContain(mark).contains("KIND");
    }
  }
}
