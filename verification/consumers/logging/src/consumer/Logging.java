package consumer;

import dev.informant.apiserver.ApiServer;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;

/** Logs that an informer has synced; the script looks where the line goes. */
public final class Logging {
  private Logging() {}

  public static void main(String[] arguments) {
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        var informers = SharedInformerFactory.builder(Config.fromKubeconfig(server.kubeconfig())).build()) {
      informers.core().v1().pods().informer();
      informers.start();
      informers.awaitSynced(Duration.ofSeconds(20));
    }
    System.getLogger("another.library").log(System.Logger.Level.WARNING, "line of another library");
  }
}
