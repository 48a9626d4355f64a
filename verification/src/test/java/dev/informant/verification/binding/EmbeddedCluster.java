package dev.informant.verification.binding;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.kubernetes.Kubeconfig;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The embedded server and how to reach it. */
record EmbeddedCluster(ApiServer server, Path directory) implements AutoCloseable {
  static EmbeddedCluster start(ApiServerBuilder options) throws IOException {
    return new EmbeddedCluster(options.start(), Files.createTempDirectory("informant-binding"));
  }

  Config config() throws IOException {
    return Kubeconfig.load(server.writeKubeconfig(directory.resolve("kubeconfig")));
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(directory.resolve("kubeconfig"));
    Files.deleteIfExists(directory);
  }
}
