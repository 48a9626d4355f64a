package dev.informant.kubernetes.transport;

import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;

/** Finds out whose credentials come from a plugin, which a configuration does not tell. Stateless. */
final class CredentialPlugins {
  private CredentialPlugins() {}

  /** Whether the user of the configuration's context has an {@code exec} section in its kubeconfig. */
  static boolean isNamedBy(Config config) {
    NamedContext context = config.getCurrentContext();
    if (config.getFile() == null || context == null || context.getContext() == null) {
      return false;
    }
    String user = context.getContext().getUser();
    try {
      io.fabric8.kubernetes.api.model.Config content = new KubernetesSerialization()
          .unmarshal(
              Files.readString(config.getFile().toPath()),
              io.fabric8.kubernetes.api.model.Config.class);
      return content.getUsers().stream()
          .filter(named -> Objects.equals(named.getName(), user))
          .map(NamedAuthInfo::getUser)
          .anyMatch(found -> found != null && found.getExec() != null);
    } catch (IOException | RuntimeException unreadable) {
      return false; // whoever needs the file will say what is wrong with it
    }
  }
}
