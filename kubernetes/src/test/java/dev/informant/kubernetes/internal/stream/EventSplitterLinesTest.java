package dev.informant.kubernetes.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same streams give the same events to a sink that takes an event only if nothing follows it: a held line, as a rule. */
class EventSplitterLinesTest extends EventSplitterTest {
  @Override
  boolean asksFirst() {
    return true;
  }

  @Test
  void twoEventsOnOneLineAreTwo() {
    feed(
        splitter(),
        "{\"type\":\"ADDED\",\"object\":{\"aaaa\":1}}{\"type\":\"ADDED\",\"object\":{\"b\":2}}\n");
    assertThat(events).containsExactly("ADDED {\"aaaa\":1}", "ADDED {\"b\":2}");
  }

  @Test
  void anyNumberOfEventsOnOneLineIsTaken() {
    feed(splitter(), "{}".repeat(200_000));
    assertThat(events).hasSize(200_000).containsOnly("broken");
    events.clear();
    feed(splitter(), "{\"type\":\"ADDED\",\"object\":{}}".repeat(100_000) + "\n");
    assertThat(events).hasSize(100_000).containsOnly("ADDED {}");
  }
}
