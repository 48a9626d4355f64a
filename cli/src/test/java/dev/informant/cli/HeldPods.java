package dev.informant.cli;

import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import java.nio.file.Path;
import java.time.Duration;

/** A program with a cache of the pods of a namespace, or of all. Prints by how much it makes the heap grow. */
final class HeldPods {
  private HeldPods() {}

  public static void main(String[] args) throws Exception {
    long before = live();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(
            Kubeconfig.load(Path.of(args[0])))
        .transform(Transforms.stripManagedFields())
        .build()) {
      var pods = informers.core().v1().pods().namespace(args[1]).informer();
      informers.start();
      pods.awaitSynced(Duration.ofSeconds(60));
      System.out.println(live() - before);
    }
  }

  private static long live() {
    Runtime machine = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return machine.totalMemory() - machine.freeMemory();
  }
}
