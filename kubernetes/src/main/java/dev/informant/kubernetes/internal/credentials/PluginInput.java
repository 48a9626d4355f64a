package dev.informant.kubernetes.internal.credentials;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.internal.model.Fabric8;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** What a credential plugin is told of who asks: the variable {@code KUBERNETES_EXEC_INFO}. Stateless. */
final class PluginInput {
  private PluginInput() {}

  /**
   * @param cluster null unless the plugin wants to know of it
   */
  static String of(String apiVersion, @Nullable Config cluster) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("kind", "ExecCredential").put("apiVersion", apiVersion);
    ObjectNode spec = info.putObject("spec").put("interactive", false);
    if (cluster != null) {
      describe(cluster, spec.putObject("cluster"));
    }
    return info.toString();
  }

  private static void describe(Config cluster, ObjectNode into) {
    into.put("server", cluster.getMasterUrl());
    String serverName = Fabric8.tlsServerName(cluster);
    if (serverName != null) {
      into.put("tls-server-name", serverName);
    }
    if (cluster.isTrustCerts()) {
      into.put("insecure-skip-tls-verify", true);
    }
    if (cluster.getCaCertData() != null) {
      into.put("certificate-authority-data", cluster.getCaCertData());
    } else if (cluster.getCaCertFile() != null) {
      try {
        byte[] authority = Files.readAllBytes(Path.of(cluster.getCaCertFile()));
        into.put("certificate-authority-data", Base64.getEncoder().encodeToString(authority));
      } catch (IOException unreadable) {
        into.putNull("certificate-authority-data"); // whoever connects will say so
      }
    }
  }
}
