package dev.informant.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.BrokenLog;
import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QuietLogTest {
  private final System.Logger log = QuietLog.of(QuietLogTest.class);

  @Test
  void aBackendThatThrowsIsNotHeardOf() {
    try (BrokenLog broken = new BrokenLog(QuietLogTest.class)) {
      log.log(Level.ERROR, "text");
      log.log(Level.ERROR, "text", new IllegalStateException("a cause"));
      log.log(Level.ERROR, "text {0}", "with a parameter");
      log.log(Level.ERROR, () -> "supplied");
      log.log(Level.ERROR, () -> "supplied", new IllegalStateException("a cause"));
      assertThat(broken.thrown()).isEqualTo(5);
    }
  }

  @Test
  void aMessageThatCannotBeMadeIsNotHeardOf() {
    log.log(Level.ERROR, () -> {
      throw new IllegalStateException("no message");
    });
  }

  @Test
  void recordsNameWhoLogged() {
    try (BrokenLog broken = new BrokenLog(QuietLogTest.class)) {
      log.log(Level.WARNING, "text");
      log.log(Level.WARNING, () -> "supplied");
      assertThat(broken.callers())
          .hasSize(2)
          .containsOnly(QuietLogTest.class.getName() + " recordsNameWhoLogged");
    }
  }
}
