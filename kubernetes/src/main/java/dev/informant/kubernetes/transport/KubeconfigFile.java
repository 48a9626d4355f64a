package dev.informant.kubernetes.transport;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads kubeconfigs as fabric8 does, but runs no plugin: that needs a deadline and words of its own. Stateless. */
public final class KubeconfigFile {
  private KubeconfigFile() {}

  /** One context of a file. It must be a valid one: what is wrong with others is told in fabric8's words. */
  public static Config read(Path file, String context) {
    Config config = Config.empty();
    config.setOauthTokenProvider(() -> ""); // with one, fabric8 leaves the plugin alone
    KubeConfigUtils.merge(config, context, KubeConfigUtils.parseConfig(file.toFile()));
    config.setOauthTokenProvider(null);
    config.setCaCertData(tidy(config.getCaCertData()));
    config.setClientCertData(tidy(config.getClientCertData()));
    config.setClientKeyData(tidy(config.getClientKeyData()));
    ClientKeys.identify(config);
    return config;
  }

  /** Base64 may be broken into lines, which fabric8 takes for something else; empty is nothing. */
  private static @Nullable String tidy(@Nullable String data) {
    if (data == null || data.isBlank()) {
      return null;
    }
    return data.contains("-----BEGIN") ? data : data.replaceAll("\\s", "");
  }
}
