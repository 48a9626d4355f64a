package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises hold for a compact cache too, and the last one by construction. */
@Timeout(60)
final class EmbeddedCompactPromisesTest extends EmbeddedHttpPromisesTest {
  @Override
  SharedInformerFactoryBuilder tuned(SharedInformerFactoryBuilder builder) {
    return builder.cacheForm(CacheForm.COMPACT);
  }

  @Test
  @Override
  void g9AChangedCacheIsFound() throws Exception {
    create("shared", "1");
    Informer<ConfigMap> informer =
        started(tuned(builder())).core().v1().configMaps().namespace(namespace).informer();
    informer.awaitSynced(LIMIT);
    informer.lister().namespace(namespace).get("shared").getData().put("value", "mine");
    informer.checkMutations();
    assertThat(informer.lister().namespace(namespace).get("shared").getData())
        .containsEntry("value", "1");
  }
}
