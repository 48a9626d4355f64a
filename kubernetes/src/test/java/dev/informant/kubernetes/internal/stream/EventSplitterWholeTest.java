package dev.informant.kubernetes.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same streams give the same events to a sink that finds the end of an object by itself. */
class EventSplitterWholeTest extends EventSplitterLinesTest {
  @Override
  boolean ends() {
    return true;
  }

  @Test
  void anObjectThatIsNotAllOfItsEventIsNotTakenForIt() {
    feed(
        splitter(),
        "{\"type\":\"ADDED\",\"object\":{\"a\":1} x}\n{\"type\":\"ADDED\",\"object\":{\"b\":2}}\n");
    assertThat(events).containsExactly("broken", "ADDED {\"b\":2}");
  }
}
