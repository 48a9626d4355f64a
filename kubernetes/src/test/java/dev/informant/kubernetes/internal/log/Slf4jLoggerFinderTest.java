package dev.informant.kubernetes.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Here slf4j-nop is on the class path; verification/consumers has other back ends, and none. */
class Slf4jLoggerFinderTest {
  private final Logger jdk = Logger.getLogger("dev.informant.sample");
  private final List<LogRecord> lines = new ArrayList<>();
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      line.getSourceClassName(); // found out on this stack only
      lines.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void listen() {
    jdk.addHandler(handler);
    jdk.setUseParentHandlers(false);
  }

  @AfterEach
  void stop() {
    jdk.removeHandler(handler);
    jdk.setUseParentHandlers(true);
  }

  @Test
  void theJdkFindsIt() {
    assertThat(System.LoggerFinder.getLoggerFinder()).isInstanceOf(Slf4jLoggerFinder.class);
  }

  @Test
  void linesAreNotDiscardedByABackEndThatDiscards() {
    System.Logger log = System.getLogger("dev.informant.sample");
    Exception cause = new Exception("cause");
    log.log(Level.WARNING, "literal {0}", cause);
    log.log(Level.INFO, "{0} of {1}", 2, 7);
    log.log(Level.DEBUG, "not loggable");
    assertThat(lines).extracting(LogRecord::getThrown).containsExactly(cause, null);
    assertThat(lines)
        .extracting(new SimpleFormatter()::formatMessage)
        .containsExactly("literal {0}", "2 of 7");
    assertThat(lines)
        .extracting(LogRecord::getLevel)
        .containsExactly(java.util.logging.Level.WARNING, java.util.logging.Level.INFO);
  }

  @Test
  void linesNameTheClassThatLogged() {
    System.getLogger("dev.informant.sample").log(Level.INFO, "here");
    assertThat(lines)
        .extracting(LogRecord::getSourceClassName)
        .containsExactly(Slf4jLoggerFinderTest.class.getName());
  }
}
