package dev.informant.apiserver.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The timeout ends what loops for ever. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HistoryPolicyTest {
  private static HistoryPolicy compactedEvery(Duration interval) {
    return new HistoryPolicy(100, 100, 100, Duration.ZERO, interval);
  }

  @Test
  void timesThatMakeNoSenseAreRefused() {
    for (Duration none :
        new Duration[] {Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> compactedEvery(none))
          .withMessageContaining("compactionInterval");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new HistoryPolicy(100, 100, 100, Duration.ofNanos(-1), Duration.ofMinutes(5)))
        .withMessageContaining("minimumAge");
  }

  @Test
  void intervalsThatPassedWithoutAWriteAreNotCountedOneByOne() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    MvccStore store = new MvccStore(runtime, compactedEvery(Duration.ofNanos(1)));
    write(store, "a");
    runtime.advance(Duration.ofDays(1000));
    write(store, "b");
    assertThat(store.exact("configmaps", 100)).isNull();
    assertThat(store.exact("configmaps", 101)).isNotNull();
  }

  @Test
  void whatIsOlderThanTheIntervalBeforeIsCompacted() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    MvccStore store = new MvccStore(runtime, compactedEvery(Duration.ofMinutes(5)));
    write(store, "a");
    runtime.advance(Duration.ofMinutes(5));
    write(store, "b");
    assertThat(store.exact("configmaps", 100)).isNotNull();
    runtime.advance(Duration.ofMinutes(5));
    assertThat(store.exact("configmaps", 100)).isNull();
    assertThat(store.exact("configmaps", 101)).isNotNull();
    runtime.advance(Duration.ofMinutes(10));
    assertThat(store.exact("configmaps", 101)).isNull();
    assertThat(store.exact("configmaps", 102)).isNotNull();
  }

  private static void write(MvccStore store, String name) {
    var object = Json.object();
    object.putObject("metadata").put("name", name).put("namespace", "default");
    assertThat(store.put(
            "configmaps",
            StoredObject.key("default", name),
            null,
            StoredObject.of(object, Map.of())))
        .isNotNull();
  }
}
