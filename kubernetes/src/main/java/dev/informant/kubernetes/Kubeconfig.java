package dev.informant.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.informant.kubernetes.internal.credentials.ConfigProblem;
import dev.informant.kubernetes.internal.credentials.CredentialPluginException;
import dev.informant.kubernetes.internal.credentials.KubeconfigFile;
import dev.informant.kubernetes.internal.credentials.PluginCredentials;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.internal.model.Fabric8;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads kubeconfig files and reports every problem, where fabric8's own reader silently falls back to defaults.
 * Messages contain no credentials. Stateless.
 */
public final class Kubeconfig {
  private final Path file;
  private final @Nullable Duration pluginPatience;

  private Kubeconfig(Path file, @Nullable Duration pluginPatience) {
    this.file = file;
    this.pluginPatience = pluginPatience;
  }

  /**
   * Reads the current context of a file. If its user has an {@code exec} plugin, the plugin is run, for at most a
   * minute.
   *
   * @throws KubeconfigException if the file or the context cannot be used
   */
  public static Config load(Path file) {
    return new Kubeconfig(file, /* pluginPatience= */ null).read("");
  }

  /**
   * Reads one context of a file, as {@link #load(Path)}.
   *
   * @throws KubeconfigException if the file or the context cannot be used
   */
  public static Config load(Path file, String context) {
    if (context.isEmpty()) {
      throw new IllegalArgumentException("the context's name is empty");
    }
    return new Kubeconfig(file, /* pluginPatience= */ null).read(context);
  }

  /** As {@link #load(Path)}, with another time limit for the plugin. */
  static Config load(Path file, Duration pluginPatience) {
    return new Kubeconfig(file, pluginPatience).read("");
  }

  private Config read(String asked) {
    io.fabric8.kubernetes.api.model.Config content = parse(text());
    String name = asked.isEmpty() ? content.getCurrentContext() : asked;
    if (name == null || name.isEmpty()) {
      throw wrong("it has no current-context; name one of " + names(content));
    }
    Context context = contextOf(content, name);
    Cluster cluster = clusterOf(content, name, context);
    AuthInfo user = userOf(content, name, context);
    Config config = merged(name);
    if (user != null) {
      apply(user, config);
    }
    if (!isEmpty(cluster.getTlsServerName()) && !Fabric8.hasTlsServerName()) {
      throw wrong("context \"" + name + "\" sets tls-server-name, which fabric8 "
          + Fabric8.version() + " does not support; use fabric8 7.6 or later");
    }
    if (!isEmpty(cluster.getProxyUrl())) {
      // Said for this cluster, so it holds whatever the environment says of proxies.
      config.setHttpProxy(cluster.getProxyUrl());
      config.setHttpsProxy(cluster.getProxyUrl());
      config.setNoProxy(new String[0]);
    }
    runPlugin(name, config);
    String problem = ConfigProblem.of(config);
    if (problem != null) {
      throw wrong("context \"" + name + "\" (" + ServerAddress.withoutUser(config.getMasterUrl())
          + "): " + problem);
    }
    return config;
  }

  private static boolean isEmpty(@Nullable String value) {
    return value == null || value.isEmpty();
  }

  private Config merged(String context) {
    try {
      return KubeconfigFile.read(file, context);
    } catch (RuntimeException unusable) { // its message may quote the file
      throw wrong("context \"" + context + "\" cannot be read ("
          + unusable.getClass().getSimpleName() + ")");
    }
  }

  private void runPlugin(String context, Config config) {
    PluginCredentials plugin = PluginCredentials.of(config, pluginPatience);
    if (plugin == null) {
      return;
    }
    try {
      plugin.applyTo(config);
    } catch (CredentialPluginException failed) {
      throw wrong("context \"" + context + "\" (" + ServerAddress.withoutUser(config.getMasterUrl())
          + "): " + failed.getMessage());
    }
  }

  private String text() {
    if (!Files.exists(file)) {
      throw wrong("no such file");
    }
    if (Files.isDirectory(file)) {
      throw wrong("it is a directory");
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException unreadable) {
      throw wrong("it cannot be read (" + unreadable.getClass().getSimpleName() + ")");
    }
    if (text.isBlank()) {
      throw wrong("it is empty");
    }
    return text;
  }

  /**
   * Only the position of a syntax error is reported: the parser's own message quotes the file, which may contain a
   * token.
   */
  private io.fabric8.kubernetes.api.model.Config parse(String text) {
    io.fabric8.kubernetes.api.model.Config content;
    try {
      content = new KubernetesSerialization()
          .unmarshal(text, io.fabric8.kubernetes.api.model.Config.class);
    } catch (RuntimeException malformed) {
      String where = "";
      for (Throwable cause = malformed; cause != null; cause = cause.getCause()) {
        if (cause instanceof JsonProcessingException json
            && json.getLocation() != null
            && json.getLocation().getLineNr() > 0) { // negative where the parser does not know
          where = " (line " + json.getLocation().getLineNr() + ")";
        }
      }
      throw wrong("it is not a valid kubeconfig" + where);
    }
    if (content == null
        || content.getContexts() == null
        || content.getContexts().isEmpty()) {
      throw wrong("it has no contexts; is it a kubeconfig?");
    }
    refuseEmptyEntries("contexts", content.getContexts());
    refuseEmptyEntries("clusters", content.getClusters());
    refuseEmptyEntries("users", content.getUsers());
    return content;
  }

  private void refuseEmptyEntries(String field, @Nullable List<?> entries) {
    if (entries != null && entries.stream().anyMatch(Objects::isNull)) {
      throw wrong("an entry of its " + field + " is empty");
    }
  }

  private static <E> List<E> said(@Nullable List<E> entries) {
    return entries == null ? List.of() : entries;
  }

  private Context contextOf(io.fabric8.kubernetes.api.model.Config content, String name) {
    for (NamedContext context : content.getContexts()) {
      if (name.equals(context.getName()) && context.getContext() != null) {
        return context.getContext();
      }
    }
    throw wrong("context \"" + name + "\" not found; available: " + names(content));
  }

  private Cluster clusterOf(
      io.fabric8.kubernetes.api.model.Config content, String name, Context context) {
    for (NamedCluster named : said(content.getClusters())) {
      Cluster cluster = named.getCluster();
      if (Objects.equals(named.getName(), context.getCluster()) && cluster != null) {
        if (cluster.getServer() == null || cluster.getServer().isEmpty()) {
          throw wrong("cluster \"" + named.getName() + "\" has no server");
        }
        if (!ServerAddress.isValid(cluster.getServer())) {
          throw wrong("context \"" + name + "\", cluster \"" + named.getName() + "\": "
              + ServerAddress.complaint(cluster.getServer()));
        }
        checkFile("certificate-authority", cluster.getCertificateAuthority());
        return cluster;
      }
    }
    throw wrong("context \"" + name + "\" names cluster \"" + context.getCluster()
        + "\", which it does not have");
  }

  /** Returns the user of the context; null if it has none. */
  private @Nullable AuthInfo userOf(
      io.fabric8.kubernetes.api.model.Config content, String name, Context context) {
    if (context.getUser() == null || context.getUser().isEmpty()) {
      return null;
    }
    for (NamedAuthInfo named : said(content.getUsers())) {
      if (Objects.equals(named.getName(), context.getUser()) && named.getUser() != null) {
        return named.getUser();
      }
    }
    throw wrong("context \"" + name + "\" names user \"" + context.getUser()
        + "\", which it does not have");
  }

  /** Checks the user's files, and applies settings that fabric8's reader ignores. */
  private void apply(AuthInfo user, Config config) {
    checkFile("client-certificate", user.getClientCertificate());
    checkFile("client-key", user.getClientKey());
    Path token = checkFile("tokenFile", user.getTokenFile());
    if (token != null) {
      TokenFile provider = new TokenFile(token);
      if (provider.getToken().isEmpty()) {
        throw wrong("tokenFile names " + token + ", which is empty");
      }
      config.setOauthTokenProvider(provider);
    }
    if (user.getAs() != null && !user.getAs().isEmpty()) {
      config.setImpersonateUsername(user.getAs());
      if (user.getAsGroups() != null) {
        config.setImpersonateGroups(user.getAsGroups().toArray(String[]::new));
      }
      if (user.getAsUserExtra() != null) {
        config.setImpersonateExtras(user.getAsUserExtra());
      }
    }
  }

  private @Nullable Path checkFile(String field, @Nullable String path) {
    if (path == null || path.isEmpty()) {
      return null;
    }
    Path absolute = file.toAbsolutePath().resolveSibling(path);
    if (!Files.isReadable(absolute) || Files.isDirectory(absolute)) {
      throw wrong(field + " names " + absolute + ", which "
          + (Files.isDirectory(absolute) ? "is a directory" : "cannot be read"));
    }
    return absolute;
  }

  private static List<String> names(io.fabric8.kubernetes.api.model.Config content) {
    return content.getContexts().stream().map(NamedContext::getName).toList();
  }

  private KubeconfigException wrong(String problem) {
    return new KubeconfigException("kubeconfig " + file + ": " + problem);
  }
}
