package dev.informant.informer;

import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A controller that is ended by SIGTERM while it works, for {@link TerminationTest}. It closes as docs/operations.md says. */
final class TerminatedProgram {
  static final int ITEMS = 100;

  private TerminatedProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    EngineRuntime runtime = EngineRuntime.shared();
    FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            cluster, TestObject.ACCESSOR)
        .name("objects")
        .build();
    informer.start();
    informer.awaitSynced(Duration.ofSeconds(60));
    WorkQueue<String> queue = WorkQueue.create(runtime);
    CountDownLatch terminating = new CountDownLatch(1);
    AtomicInteger finished = new AtomicInteger();
    Workers<String> workers = Workers.run(queue, 2, item -> {
      terminating.await(); // so that all of it happens after the signal
      String version = cluster.modify(cluster.objects().get(0).withData(item)).resourceVersion();
      informer.awaitVersion(version, Duration.ofSeconds(60)).join();
      finished.incrementAndGet();
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      terminating.countDown();
      try {
        boolean drained = queue.shutDownWithDrain(Duration.ofSeconds(60));
        workers.close();
        informer.close();
        System.out.println("drained " + drained + ", " + finished + " items");
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }));
    for (int item = 0; item < ITEMS; item++) {
      queue.add("item-" + item);
    }
    System.out.println("working");
    new CountDownLatch(1).await(); // all other threads are daemons
  }
}
