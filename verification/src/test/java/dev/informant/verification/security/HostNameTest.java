package dev.informant.verification.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A certificate of the right authority is not enough: it must be for the host that was asked. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostNameTest {
  /** An address of this machine that no certificate of ours names. */
  private static final String OTHER = "127.0.0.77";

  @TempDir
  Path directory;

  @Test
  void aCertificateForAnotherHostIsATlsFailure() throws Exception {
    try (ApiServer server = ApiServer.start();
        FaultProxy elsewhere =
            new FaultProxy(InetAddress.getByName(OTHER), "127.0.0.1", server.port())) {
      Path config = directory.resolve("kubeconfig");
      Files.writeString(
          config,
          server
              .kubeconfig()
              .replaceAll(
                  "https://[^\\s\"]*:" + server.port(),
                  "https://" + OTHER + ":" + elsewhere.port()));
      try (SharedInformerFactory informers =
          SharedInformerFactory.builder(Kubeconfig.load(config)).build()) {
        Informer<Pod> pods = informers.core().v1().pods().informer();
        informers.start();
        awaitCause(pods);
        assertThatThrownBy(() -> pods.awaitSynced(Duration.ofMillis(100)))
            .isInstanceOf(NotSyncedException.class)
            .hasMessageContaining("TLS failed")
            .hasMessageContaining(OTHER);
      }
    }
  }

  private static void awaitCause(Informer<?> informer) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    CountDownLatch never = new CountDownLatch(1);
    while (informer.state().cause() == null) {
      assertThat(System.nanoTime()).as("%s", informer.state()).isLessThan(deadline);
      never.await(20, TimeUnit.MILLISECONDS);
    }
  }
}
