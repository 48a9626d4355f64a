package dev.informant.verification.security;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Informers of Secrets: {@code KeepingProgram KUBECONFIG}. Keeps every state, cause and observer it ever saw, also
 * after {@code close}, which gives up everything else; {@code dump FILE} writes what is in its heap. Other lines it
 * answers with what it is doing.
 */
final class KeepingProgram {
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(50), 2, Duration.ofMillis(500), 0, Duration.ofSeconds(10));
  private static final Queue<Object> KEPT = new ConcurrentLinkedQueue<>();

  private @Nullable SharedInformerFactory informers;
  private @Nullable Informer<Secret> secrets;

  private KeepingProgram(Path kubeconfig) throws IOException {
    SharedInformerFactory factory = SharedInformerFactory.builder(Kubeconfig.load(kubeconfig))
        .options(options -> options.backoff(QUICK).observer(resource -> keeping()))
        .build();
    Informer<Secret> informer = factory.core().v1().secrets().informer();
    informer.indexAll("broken", secret -> {
      throw new IllegalStateException("an index function of the user's");
    });
    informer.addHandler(new ResourceEventHandler<Secret>() {
      @Override
      public void onAdd(Secret secret, boolean inInitialList) {
        throw new IllegalStateException("a handler of the user's");
      }
    });
    factory.start();
    informers = factory;
    secrets = informer;
  }

  public static void main(String[] arguments) throws IOException {
    KeepingProgram program = new KeepingProgram(Path.of(arguments[0]));
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      if (line.equals("close")) {
        program.close();
      } else if (line.startsWith("dump ")) {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .dumpHeap(line.substring(5), /* live= */ true);
      }
      System.out.println(program.describe());
    }
  }

  private void close() {
    SharedInformerFactory factory = informers;
    Informer<Secret> informer = secrets;
    if (factory == null || informer == null) {
      return;
    }
    KEPT.add(factory.all().toString());
    KEPT.add(informer.skipped());
    try {
      // Nobody can sync now.
      factory.core().v1().pods().informer().awaitSynced(Duration.ofMillis(500));
    } catch (NotSyncedException late) {
      KEPT.add(late);
    }
    factory.close();
    KEPT.add(informer.state());
    informers = null;
    secrets = null;
  }

  private String describe() {
    Informer<Secret> informer = secrets;
    InformerState state = informer == null ? null : informer.state();
    Throwable cause = state == null ? null : state.cause();
    return RawApi.JSON
        .createObjectNode()
        .put("size", informer == null ? 0 : informer.snapshot().size())
        .put("skipped", informer == null ? 0 : informer.skippedCount())
        .put("cause", cause == null ? "" : String.valueOf(cause.getMessage()))
        .put("kept", KEPT.size())
        .toString();
  }

  private static InformerObserver keeping() {
    InformerObserver observer = event -> {
      if (event instanceof InformerEvent.StateChanged stateChanged) {
        KEPT.add(stateChanged.to());
      } else if (event instanceof InformerEvent.Failed failed) {
        KEPT.add(failed.cause());
      } else if (event instanceof InformerEvent.Skipped skipped) {
        KEPT.add(skipped.cause());
      } else if (event instanceof InformerEvent.HandlerFailed handlerFailed) {
        KEPT.add(handlerFailed.cause());
      } else if (event instanceof InformerEvent.IndexFailed indexFailed) {
        KEPT.add(indexFailed.cause());
      }
    };
    KEPT.add(observer);
    return observer;
  }
}
