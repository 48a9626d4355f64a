package dev.informant.cli.cluster;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.KubeconfigException;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say which cluster is meant. Not thread-safe. */
public final class ClusterOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig. Default: $KUBECONFIG, whose files are merged as kubectl does,"
          + " else ~/.kube/config, else the pod's service account.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "A context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  /** How to reach the cluster. */
  public Config config() {
    List<Path> files = files();
    if (files.isEmpty()) {
      return inCluster();
    }
    try {
      Path file = files.size() == 1 ? files.get(0) : MergedKubeconfig.write(files);
      try {
        return context == null ? Kubeconfig.load(file) : Kubeconfig.load(file, context);
      } catch (KubeconfigException unusable) {
        String message = String.valueOf(unusable.getMessage())
            .replace(
                file.toString(),
                files.stream().map(Path::toString).collect(Collectors.joining(" and ")));
        throw new CommandException(ExitCode.USAGE, message, unusable);
      }
    } catch (IOException unreadable) {
      throw new CommandException(
          ExitCode.USAGE, String.valueOf(unreadable.getMessage()), unreadable);
    } catch (IllegalArgumentException emptyName) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(emptyName.getMessage()));
    }
  }

  private List<Path> files() {
    if (kubeconfig != null) {
      return List.of(kubeconfig);
    }
    String variable = System.getenv("KUBECONFIG");
    List<Path> files = new ArrayList<>();
    if (variable != null && !variable.isBlank()) {
      for (String name : variable.split(File.pathSeparator)) {
        if (!name.isBlank()) {
          files.add(Path.of(name));
        }
      }
      // As kubectl: of several files, those that do not exist are passed over.
      List<Path> existing = files.stream().filter(Files::exists).toList();
      return existing.isEmpty() ? files : existing;
    }
    Path usual = Path.of(System.getProperty("user.home"), ".kube", "config");
    return Files.exists(usual) ? List.of(usual) : List.of();
  }

  private Config inCluster() {
    if (System.getenv("KUBERNETES_SERVICE_HOST") == null || context != null) {
      throw new CommandException(
          ExitCode.USAGE,
          "no cluster configured: neither ~/.kube/config nor $KUBECONFIG exists.\n"
              + "Set --kubeconfig, or start a local cluster with 'informant serve'.");
    }
    return Config.autoConfigure(null);
  }
}
