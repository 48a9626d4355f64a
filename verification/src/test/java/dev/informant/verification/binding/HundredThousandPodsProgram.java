package dev.informant.verification.binding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** An informer of pods: {@code HundredThousandPodsProgram URL FORM}. Answers once it has synced. */
final class HundredThousandPodsProgram {
  private HundredThousandPodsProgram() {}

  public static void main(String[] arguments) throws Exception {
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl(arguments[0]).build();
    long begin = System.nanoTime();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(options -> options
            .watchList(WatchListPolicy.NEVER)
            .cacheForm(CacheForm.valueOf(arguments[1]))
            .transform(Transforms.stripManagedFields()))
        .build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      informers.start();
      pods.awaitSynced(Duration.ofMinutes(3));
      double seconds = (System.nanoTime() - begin) / 1e9;
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (questions.readLine() != null) {
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        ObjectNode answer = RawApi.JSON
            .createObjectNode()
            .put("objects", pods.snapshot().size())
            .put("seconds", seconds)
            .put("usedMegabytes", used >> 20);
        System.out.println(answer);
      }
    }
  }
}
