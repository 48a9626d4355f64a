package dev.informant.verification.jvm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * An informer of config maps: {@code HardPressedProgram KUBECONFIG BUSY_LOOPS}. Answers every line with what its cache
 * holds; {@code memory} also with the heap that is in use.
 */
final class HardPressedProgram {
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(100), 2, Duration.ofSeconds(1), 0, Duration.ofSeconds(10));

  private HardPressedProgram() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
      Thread busy = new Thread(HardPressedProgram::spin, "busy");
      busy.setDaemon(true);
      busy.start();
    }
    try (SharedInformerFactory informers = SharedInformerFactory.builder(
            Kubeconfig.load(Path.of(arguments[0])))
        .options(options -> options.backoff(QUICK))
        .build()) {
      Informer<ConfigMap> maps = informers.core().v1().configMaps().informer();
      informers.start();
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        System.out.println(describe(maps, line));
      }
    }
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private static ObjectNode describe(Informer<ConfigMap> maps, String question) {
    long[] sum = new long[1];
    maps.snapshot().forEach(map -> sum[0] += hash(map));
    ObjectNode answer = RawApi.JSON
        .createObjectNode()
        .put("digest", maps.snapshot().size() + "/" + sum[0])
        .put("state", maps.state().toString());
    if (question.equals("memory")) {
      System.gc();
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      answer.put("usedMegabytes", (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }
    return answer;
  }

  static long hash(ConfigMap map) {
    String state = map.getMetadata().getNamespace() + "/" + map.getMetadata().getName() + "@"
        + map.getMetadata().getResourceVersion() + map.getData();
    return state.hashCode() * 0x9e3779b97f4a7c15L;
  }
}
