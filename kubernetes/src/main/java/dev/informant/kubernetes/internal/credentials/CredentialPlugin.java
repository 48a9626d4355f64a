package dev.informant.kubernetes.internal.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecEnvVar;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code exec} section of a kubeconfig's user: a command that prints credentials. It is given a time to answer in,
 * no terminal, and its arguments without a shell; what it prints is shown to nobody. Thread-safe.
 */
final class CredentialPlugin {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String API_GROUP = "client.authentication.k8s.io/";
  private static final String BY_HAND = "; run it manually to see its output";
  private static final int OUTPUT_LIMIT = 1 << 20;
  private static final int HINT_LIMIT = 300;

  private final Path kubeconfig;
  private final String user;
  private final Config cluster;
  private final Duration patience;

  private CredentialPlugin(Path kubeconfig, String user, Config cluster, Duration patience) {
    this.kubeconfig = kubeconfig;
    this.user = user;
    this.cluster = cluster;
    this.patience = patience;
  }

  /** The plugin that the user of a configuration's context has in its kubeconfig; null if it has none. */
  static @Nullable CredentialPlugin of(Config config, Duration patience) {
    NamedContext context = config.getCurrentContext();
    File file = config.getFileWithAuthInfo();
    if (file == null || context == null || context.getContext() == null) {
      return null;
    }
    String user = context.getContext().getUser();
    try {
      AuthInfo found = user(file.toPath(), user);
      return found == null || !isUsed(found)
          ? null
          : new CredentialPlugin(file.toPath(), user, config, patience);
    } catch (IOException | RuntimeException unreadable) {
      return null; // whoever needs the file will say what is wrong with it
    }
  }

  /** As fabric8 decides it: a plugin comes before a token, but not before an {@code auth-provider} alone. */
  private static boolean isUsed(AuthInfo user) {
    boolean token = user.getToken() != null && !user.getToken().isEmpty();
    return user.getExec() != null && (token || user.getAuthProvider() == null);
  }

  private static @Nullable AuthInfo user(Path kubeconfig, String name) throws IOException {
    io.fabric8.kubernetes.api.model.Config content = new KubernetesSerialization()
        .unmarshal(Files.readString(kubeconfig), io.fabric8.kubernetes.api.model.Config.class);
    return content.getUsers().stream()
        .filter(named -> Objects.equals(named.getName(), name))
        .map(NamedAuthInfo::getUser)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * Runs the command that the kubeconfig names now. Blocks until it has answered, or its time is over.
   *
   * @throws CredentialPluginException if it gives nothing that can be used
   */
  Credential run() {
    AuthInfo found;
    try {
      found = user(kubeconfig, user);
    } catch (IOException | RuntimeException unreadable) {
      throw new CredentialPluginException("kubeconfig " + kubeconfig + " cannot be read ("
          + unreadable.getClass().getSimpleName() + "), so its exec plugin cannot be run");
    }
    ExecConfig exec = found == null ? null : found.getExec();
    if (exec == null || exec.getCommand() == null || exec.getCommand().isBlank()) {
      throw new CredentialPluginException(
          "user \"" + user + "\" of kubeconfig " + kubeconfig + " has no exec command");
    }
    return new Run(exec).credential();
  }

  /** One run. */
  private final class Run {
    private final ExecConfig exec;

    Run(ExecConfig exec) {
      this.exec = exec;
    }

    Credential credential() {
      String apiVersion = exec.getApiVersion();
      if (apiVersion == null || !apiVersion.startsWith(API_GROUP)) {
        throw failed("has an apiVersion in the kubeconfig that is not " + API_GROUP + "v1 or "
            + API_GROUP + "v1beta1");
      }
      if ("Always".equals(exec.getInteractiveMode())) {
        throw failed(
            "requires an interactive terminal (interactiveMode: Always), but none is attached; use"
                + " one that does not, or a token");
      }
      byte[] output = output(apiVersion);
      JsonNode answer = StatusErrors.tree(output);
      if (answer == null || !answer.path("kind").asText("").equals("ExecCredential")) {
        throw failed("did not print an ExecCredential in JSON" + BY_HAND);
      }
      if (!answer.path("apiVersion").asText("").equals(apiVersion)) {
        throw failed(
            "returned another apiVersion than the " + apiVersion + " that the kubeconfig requires");
      }
      return credential(answer.path("status"));
    }

    private Credential credential(JsonNode status) {
      String token = status.path("token").asText("");
      String certificate = status.path("clientCertificateData").asText("");
      String key = status.path("clientKeyData").asText("");
      if (certificate.isEmpty() != key.isEmpty()) {
        throw failed(
            "returned a client certificate without its key, or a key without its certificate");
      }
      if (token.isEmpty() && certificate.isEmpty()) {
        throw failed("returned neither a token nor a client certificate" + BY_HAND);
      }
      Instant expires = expires(status.path("expirationTimestamp").asText(""));
      if (!Instant.now().isBefore(expires)) {
        throw failed("returned a credential that expired at " + expires
            + "; log in again, or correct the clock");
      }
      return new Credential(token, certificate, key, expires);
    }

    private Instant expires(String time) {
      if (time.isEmpty()) {
        return Instant.MAX;
      }
      try {
        return OffsetDateTime.parse(time).toInstant();
      } catch (DateTimeException malformed) {
        throw failed("returned an invalid expirationTimestamp");
      }
    }

    private byte[] output(String apiVersion) {
      Process process = start(apiVersion);
      try {
        process.getOutputStream().close(); // there is nobody at the keyboard
      } catch (IOException closedBefore) {
        // It has ended already, or reads nothing.
      }
      CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(
          () -> read(process.getInputStream()), EngineRuntime.shared().callbacks());
      long deadline = EngineRuntime.shared().clock().nanos() + patience.toNanos();
      try {
        if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
          throw late();
        }
        if (process.exitValue() != 0) {
          throw failed("ended with exit code " + process.exitValue() + BY_HAND);
        }
        // What it has started may hold its output open.
        return output.get(
            Math.max(0, deadline - EngineRuntime.shared().clock().nanos()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException open) {
        throw late();
      } catch (ExecutionException broken) {
        throw failed(
            "printed more than " + Readable.bytes(OUTPUT_LIMIT) + ", or its output broke off");
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw failed("was interrupted");
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }

    private CredentialPluginException late() {
      return failed(
          "did not finish within " + patience.toSeconds() + " s and was stopped" + BY_HAND);
    }

    private Process start(String apiVersion) {
      ProcessBuilder builder = new ProcessBuilder(command());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Map<String, String> environment = builder.environment();
      if (exec.getEnv() != null) {
        for (ExecEnvVar variable : exec.getEnv()) {
          if (variable.getName() != null && variable.getValue() != null) {
            environment.put(variable.getName(), variable.getValue());
          }
        }
      }
      boolean wantsCluster = Boolean.TRUE.equals(exec.getProvideClusterInfo());
      environment.put(
          "KUBERNETES_EXEC_INFO", PluginInput.of(apiVersion, wantsCluster ? cluster : null));
      try {
        return builder.start();
      } catch (IOException | RuntimeException notStarted) {
        throw failed("cannot be started: it does not exist, or is not executable" + hint());
      }
    }

    private String hint() {
      String hint = exec.getInstallHint();
      if (hint == null || hint.isBlank()) {
        return "";
      }
      String text = hint.strip();
      return "; " + (text.length() > HINT_LIMIT ? text.substring(0, HINT_LIMIT) + "…" : text);
    }

    /** A command with a separator in it is found from where the kubeconfig is; any other as shells do it. */
    private List<String> command() {
      String name = exec.getCommand();
      List<String> all = new ArrayList<>();
      if (File.separatorChar == '\\') {
        all.addAll(List.of("cmd.exe", "/C"));
      }
      all.add(
          name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0
              ? kubeconfig.toAbsolutePath().resolveSibling(name).normalize().toString()
              : name);
      if (exec.getArgs() != null) {
        all.addAll(exec.getArgs());
      }
      return all;
    }

    private CredentialPluginException failed(String problem) {
      return new CredentialPluginException(
          "user \"" + user + "\": exec plugin " + exec.getCommand() + " " + problem);
    }
  }

  private static byte[] read(InputStream output) {
    try (output) {
      byte[] bytes = output.readNBytes(OUTPUT_LIMIT + 1);
      if (bytes.length > OUTPUT_LIMIT) {
        throw new IllegalStateException("too much");
      }
      return bytes;
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
  }

  /**
   * What a plugin gave.
   *
   * @param token empty if there is none
   * @param certificate in PEM; empty if there is none
   * @param key of the certificate, in PEM
   * @param expires when it is over
   */
  record Credential(String token, String certificate, String key, Instant expires) {
    /** Nothing of it. */
    @Override
    public String toString() {
      return "a credential until " + expires;
    }
  }
}
