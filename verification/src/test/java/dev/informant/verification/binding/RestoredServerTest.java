package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that comes back with another history: in the end the cache is what the server has, and handlers know. */
@Timeout(180)
class RestoredServerTest extends EmbeddedFixture {
  private SharedIndexInformer<ConfigMap> informer(WatchListPolicy policy) throws Exception {
    SharedInformerFactoryBuilder builder = builder().options(o -> o.watchList(policy));
    SharedIndexInformer<ConfigMap> informer = informer(builder);
    informer.addHandler(counter).awaitSynced(LIMIT);
    awaitOpenWatch();
    return informer;
  }

  private void agrees(SharedIndexInformer<ConfigMap> informer) throws InterruptedException {
    eventually("cache and server agree", () -> inCache(informer).equals(atServer()));
    ConfigMap made = create("later", "1");
    eventually("and go on together", () -> times("add later") == 1);
    assertThat(version(informer.lister().namespace(namespace).get("later")))
        .isEqualTo(version(made));
    delete("later");
    eventually("deletes too", () -> times("delete later") == 1);
    assertThat(inCache(informer)).isEqualTo(atServer());
  }

  @ParameterizedTest
  @EnumSource(
      value = WatchListPolicy.class,
      names = {"AUTO", "NEVER"})
  void anOlderHistoryIsFollowed(WatchListPolicy policy) throws Exception {
    create("stays", "1");
    create("goes", "1");
    cluster.server().faults().jumpResourceVersion(1_000_000);
    update("stays", "2");
    SharedIndexInformer<ConfigMap> informer = informer(policy);
    cluster.server().faults().restartWithOtherHistory(100);
    delete("goes");
    create("comes", "1");
    update("stays", "1");
    agrees(informer);
    assertThat(times("add comes")).isEqualTo(1);
    assertThat(times("delete goes")).isEqualTo(1);
    assertThat(times("add stays")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = WatchListPolicy.class,
      names = {"AUTO", "NEVER"})
  void aHistoryFarAheadIsFollowed(WatchListPolicy policy) throws Exception {
    create("stays", "1");
    create("goes", "1");
    SharedIndexInformer<ConfigMap> informer = informer(policy);
    cluster.server().faults().restartWithOtherHistory(5_000_000);
    delete("goes");
    create("comes", "1");
    agrees(informer);
    assertThat(times("add comes")).isEqualTo(1);
    assertThat(times("delete goes")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = WatchListPolicy.class,
      names = {"AUTO", "NEVER"})
  void versionsThatJumpAreFollowed(WatchListPolicy policy) throws Exception {
    create("a", "1");
    SharedIndexInformer<ConfigMap> informer = informer(policy);
    cluster.server().faults().jumpResourceVersion(1_000_000_000_000L);
    update("a", "2");
    cluster.server().faults().restart();
    agrees(informer);
    eventually("the change is told once", () -> times("update a") == 1);
  }
}
