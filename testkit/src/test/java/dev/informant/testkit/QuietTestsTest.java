package dev.informant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class QuietTestsTest {
  private static final System.Logger LOGGER = System.getLogger("sample");

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  /** What is printed when the tests of a class run. */
  private String output(Class<?> tests) {
    PrintStream before = System.err;
    CapturedLog log = new CapturedLog(new PrintStream(printed, true, StandardCharsets.UTF_8));
    LauncherConfig config = LauncherConfig.builder()
        .enableLauncherSessionListenerAutoRegistration(false)
        .enableTestExecutionListenerAutoRegistration(false)
        .addLauncherSessionListeners(new QuietTests(log))
        .build();
    try {
      LauncherFactory.create(config)
          .execute(LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(tests))
              .build());
    } finally {
      new CapturedLog(before).uninstall();
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  static class Passing {
    @BeforeAll
    static void before() {
      LOGGER.log(Level.WARNING, "before all");
    }

    @Test
    void logs() {
      LOGGER.log(Level.WARNING, "logged");
      System.err.println("printed");
    }
  }

  @Test
  void testsThatPassPrintNothing() {
    assertThat(output(Passing.class)).isEmpty();
  }

  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class Failing {
    @BeforeAll
    static void before() {
      System.err.println("printed before all");
    }

    @Test
    @Order(1)
    void passes() {
      LOGGER.log(Level.WARNING, "logged by the test that passes");
    }

    @Test
    @Order(2)
    void fails() throws InterruptedException {
      LOGGER.log(Level.WARNING, "logged by the test that fails");
      Thread other = new Thread(() -> System.err.println("printed by its thread"));
      other.start();
      other.join();
      throw new AssertionError("planted");
    }

    @Test
    @Order(3)
    void failsToo() {
      throw new AssertionError("planted");
    }

    @AfterAll
    static void after() {
      System.err.println("printed after all");
    }
  }

  @Test
  void aTestThatFailsPrintsItsOwnLogAndThatOfNoTest() {
    String output = output(Failing.class);
    assertThat(output)
        .contains("---- Log of " + Failing.class.getName() + "#fails ")
        .contains("WARNING: logged by the test that fails")
        .contains("printed by its thread")
        .doesNotContain("logged by the test that passes");
    assertThat(output).containsOnlyOnce("printed before all").containsOnlyOnce("printed after all");
    assertThat(output).doesNotContain("#failsToo");
  }

  static class BrokenSetup {
    @BeforeAll
    static void before() {
      LOGGER.log(Level.ERROR, "why the setup fails");
      throw new AssertionError("planted");
    }

    @Test
    void neverRuns() {}
  }

  @Test
  void aSetupThatFailsPrintsItsLog() {
    assertThat(output(BrokenSetup.class))
        .contains("---- Log of " + BrokenSetup.class.getName())
        .contains("SEVERE: why the setup fails");
  }

  @Test
  void testsAtTheSameTimeEachPrintWhatWasWrittenWhileTheyRan() {
    CapturedLog log = new CapturedLog(new PrintStream(printed, true, StandardCharsets.UTF_8));
    log.started("a");
    write(log, "1");
    log.started("b");
    write(log, "2");
    log.passed("a");
    write(log, "3");
    log.failed("b", "title");
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("---- title", "2", "3", "---- end of the log");
  }

  @Test
  void theNewestOutputIsKept() {
    CapturedLog log = new CapturedLog(new PrintStream(printed, true, StandardCharsets.UTF_8));
    log.started("a");
    write(log, "oldest");
    for (int i = 0; i < 5000; i++) {
      write(log, "x".repeat(1023));
    }
    write(log, "newest");
    log.failed("a", "title");
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("bytes were dropped", "newest")
        .doesNotContain("oldest")
        .hasSizeLessThan(5 << 20);
  }

  @Test
  void aJvmThatExitsInTheMiddleOfATestPrintsTheLog() {
    CapturedLog log = new CapturedLog(new PrintStream(printed, true, StandardCharsets.UTF_8));
    log.started("a");
    write(log, "last words");
    log.exited();
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("[a]", "last words");
  }

  private static void write(CapturedLog log, String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    log.write(bytes, 0, bytes.length);
  }
}
