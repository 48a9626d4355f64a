package dev.informant.kubernetes.internal.credentials;

import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads kubeconfigs as fabric8 does, but runs no plugin: that needs a deadline and words of its own. Stateless. */
public final class KubeconfigFile {
  private KubeconfigFile() {}

  /** One context of a file. It must be a valid one: what is wrong with others is told in fabric8's words. */
  public static Config read(Path file, String context) {
    Config config = Config.empty();
    config.setOauthTokenProvider(() -> ""); // with one, fabric8 leaves the plugin alone
    var content = KubeConfigUtils.parseConfig(file.toFile());
    // Of several of one name kubectl takes the first, and so does whoever checks them; fabric8
    // would take the last.
    content.setContexts(firsts(content.getContexts(), NamedContext::getName));
    content.setClusters(firsts(content.getClusters(), NamedCluster::getName));
    content.setUsers(firsts(content.getUsers(), NamedAuthInfo::getName));
    KubeConfigUtils.merge(config, context, content);
    config.setOauthTokenProvider(null);
    config.setCaCertData(tidy(config.getCaCertData()));
    config.setClientCertData(tidy(config.getClientCertData()));
    config.setClientKeyData(tidy(config.getClientKeyData()));
    ClientKeys.identify(config);
    return config;
  }

  private static <E> @Nullable List<E> firsts(
      @Nullable List<E> entries, Function<E, @Nullable String> name) {
    if (entries == null) {
      return null;
    }
    Set<@Nullable String> seen = new HashSet<>();
    return entries.stream().filter(entry -> seen.add(name.apply(entry))).toList();
  }

  /** Base64 may be broken into lines, which fabric8 takes for something else; empty is nothing. */
  private static @Nullable String tidy(@Nullable String data) {
    if (data == null || data.isBlank()) {
      return null;
    }
    return data.contains("-----BEGIN") ? data : data.replaceAll("\\s", "");
  }
}
