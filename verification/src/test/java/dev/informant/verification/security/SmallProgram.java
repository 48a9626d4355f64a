package dev.informant.verification.security;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * An informer of config maps in a JVM with little memory: {@code SmallProgram URL MODEL}. Answers every line with what
 * it is doing.
 */
final class SmallProgram {
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(100), 2, Duration.ofSeconds(1), 0, Duration.ofSeconds(10));

  private SmallProgram() {}

  public static void main(String[] arguments) throws Exception {
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl(arguments[0]).build();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(options -> options.backoff(QUICK).watchList(WatchListPolicy.NEVER))
        .build()) {
      Informer<?> informer = arguments[1].equals("trees")
          ? informers.trees(Resource.of(ConfigMap.class)).informer()
          : informers.core().v1().configMaps().informer();
      informers.start();
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        System.out.println(describe(informer));
      }
    }
  }

  private static ObjectNode describe(Informer<?> informer) {
    Throwable cause = informer.state().cause();
    return RawApi.JSON
        .createObjectNode()
        .put("state", informer.state().getClass().getSimpleName())
        .put("cause", cause == null ? "" : cause.getMessage())
        .put("synced", informer.isSynced())
        .put("size", informer.snapshot().size())
        .put("skipped", informer.skipped().toString());
  }
}
