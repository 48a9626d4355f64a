package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that comes back with another history: in the end every cache is what the server has. */
@Timeout(400)
class RestoredServerTest extends EmbeddedFixture {
  /** A version that the server has not reached is asked for ten times, as client-go does, before it is given up. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final List<Informer<ConfigMap>> informers = new ArrayList<>();

  /** One that streams its lists and one that does not. */
  private void follow() throws Exception {
    for (WatchListPolicy policy : List.of(WatchListPolicy.AUTO, WatchListPolicy.NEVER)) {
      Informer<ConfigMap> informer = informer(builder().options(o -> o.watchList(policy)));
      informer.addHandler(counter).awaitSynced(LIMIT);
      informers.add(informer);
    }
    eventually("both watch", () -> cluster.server().faults().openWatches(MAPS) == 2);
  }

  private void agree() throws InterruptedException {
    eventually("caches and server agree", PATIENCE, PAUSE, () -> {
      var truth = atServer();
      return informers.stream().allMatch(informer -> inCache(informer).equals(truth));
    });
    create("later", "1");
    eventually("and go on together", () -> times("add later") == 2);
    delete("later");
    eventually("deletes too", () -> times("delete later") == 2);
    assertThat(informers)
        .allSatisfy(informer -> assertThat(inCache(informer)).isEqualTo(atServer()));
  }

  @Test
  void anOlderHistoryIsFollowed() throws Exception {
    create("stays", "1");
    create("goes", "1");
    cluster.server().faults().jumpResourceVersion(1_000_000);
    update("stays", "2");
    follow();
    cluster.server().faults().restartWithOtherHistory(100);
    delete("goes");
    create("comes", "1");
    update("stays", "1");
    agree();
    assertThat(times("add comes")).isEqualTo(2);
    assertThat(times("delete goes")).isEqualTo(2);
    assertThat(times("add stays")).isEqualTo(2);
  }

  @Test
  void aHistoryFarAheadIsFollowed() throws Exception {
    create("stays", "1");
    create("goes", "1");
    follow();
    cluster.server().faults().restartWithOtherHistory(5_000_000);
    delete("goes");
    create("comes", "1");
    agree();
    assertThat(times("add comes")).isEqualTo(2);
    assertThat(times("delete goes")).isEqualTo(2);
  }

  @Test
  void versionsThatJumpAreFollowed() throws Exception {
    create("a", "1");
    follow();
    cluster.server().faults().jumpResourceVersion(1_000_000_000_000L);
    update("a", "2");
    cluster.server().faults().restart();
    agree();
    assertThat(times("update a")).isEqualTo(2);
  }
}
