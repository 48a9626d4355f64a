package dev.informant.cli.cluster;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.kubernetes.discovery.DiscoveredKinds;
import dev.informant.kubernetes.discovery.Discovery;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The kinds of a cluster, by any name people have for them. Immutable. */
public final class Kinds {
  private static final int NEAREST = 3;
  private static final long PATIENCE_SECONDS = 40;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  // How often a kind is not found while groups do not answer before it is believed.
  private static final int DOUBTS = 4;

  private final String server;
  private final DiscoveredKinds discovered;

  private Kinds(String server, DiscoveredKinds discovered) {
    this.server = server;
    this.discovered = discovered;
  }

  /** Asks the cluster. */
  public static Kinds of(Config config) {
    String server = ServerAddress.withoutUser(config.getMasterUrl()).replaceAll("/$", "");
    try (ApiConnection connection = ApiConnection.of(config)) {
      return new Kinds(
          server, new Discovery(connection).kinds().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | CompletionException failed) {
      if (failed.getCause() instanceof SourceException failure) {
        throw Failures.of(failure, server);
      }
      throw new CommandException(
          ExitCode.UNREACHABLE, "cannot discover the kinds of " + server + ": " + failed, failed);
    } catch (TimeoutException late) {
      throw new CommandException(
          ExitCode.UNREACHABLE,
          server + " did not answer discovery within " + PATIENCE_SECONDS + " s",
          late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
    }
  }

  /**
   * Returns the resource with this name. If the server is not ready or a group does not answer, discovery is repeated
   * with growing pauses. {@code note} is called once for each different cause.
   *
   * @param limit how long to wait; zero waits indefinitely
   * @throws CommandException if a retry cannot help, or the time is over
   */
  public static Resource await(Config config, String name, Duration limit, Consumer<String> note) {
    long began = System.nanoTime();
    Duration pause = FIRST_PAUSE;
    String told = "";
    for (int doubts = 0; ; ) {
      CommandException failed;
      try {
        Kinds kinds = of(config);
        try {
          return kinds.find(name);
        } catch (CommandException unknown) {
          if (kinds.failures().isEmpty() || ++doubts == DOUBTS) {
            throw unknown;
          }
          failed = unknown;
        }
      } catch (CommandException refused) {
        if (!(refused.getCause() instanceof SourceException failure)
            || !Failures.isPassing(failure)) {
          throw refused;
        }
        failed = refused;
      }
      Duration left = limit.minusNanos(System.nanoTime() - began);
      if (!limit.isZero() && left.compareTo(pause) <= 0) {
        throw failed;
      }
      String why = String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
      if (!why.equals(told)) {
        note.accept("informant: " + why + "; retrying");
        told = why;
      }
      sleep(pause);
      pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
          ? pause.multipliedBy(2)
          : LONGEST_PAUSE;
    }
  }

  private static void sleep(Duration pause) {
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
    }
  }

  /** Groups whose discovery failed, and why. */
  public Map<String, String> failures() {
    return discovered.failures();
  }

  /** What can be listed and watched: each resource once, in the version the server prefers. */
  public List<Resource> followed() {
    Map<String, Resource> first = new LinkedHashMap<>();
    for (DiscoveredKinds.Kind kind : discovered.kinds()) {
      if (isFollowed(kind)) {
        Resource resource = kind.resource();
        first.putIfAbsent(resource.group() + '/' + resource.plural(), resource);
      }
    }
    return new ArrayList<>(first.values());
  }

  private static boolean isFollowed(DiscoveredKinds.Kind kind) {
    return kind.verbs().contains("list") && kind.verbs().contains("watch");
  }

  /**
   * The resource called {@code name}: plural, singular, short name or kind, alone or followed by {@code
   * .group} or {@code .version.group}.
   *
   * @throws CommandException if there is none that can be followed; it names the nearest
   */
  public Resource find(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    DiscoveredKinds.Kind other = null;
    for (DiscoveredKinds.Kind kind : discovered.kinds()) {
      if (isCalled(kind, wanted)) {
        if (isFollowed(kind)) {
          return kind.resource();
        }
        other = kind;
      }
    }
    if (other != null) {
      throw new CommandException(
          ExitCode.USAGE, other.resource() + " cannot be listed and watched");
    }
    List<String> near = nearest(wanted);
    String failed = discovered.failures().isEmpty()
        ? ""
        : "; groups that did not answer: "
            + String.join(", ", discovered.failures().keySet());
    throw new CommandException(
        ExitCode.USAGE,
        "the server at " + server + " has no kind \"" + name + "\""
            + (near.isEmpty() ? "" : "; did you mean " + String.join(", ", near) + "?") + failed
            + (near.isEmpty() ? "\nRun 'informant doctor' to list the kinds of the server." : ""));
  }

  private static boolean isCalled(DiscoveredKinds.Kind kind, String wanted) {
    Resource resource = kind.resource();
    for (String name : names(kind)) {
      if (wanted.equals(name)
          || wanted.equals(name + '.' + resource.group())
          || wanted.equals(name + '.' + resource.version() + '.' + resource.group())) {
        return true;
      }
    }
    return false;
  }

  private static List<String> names(DiscoveredKinds.Kind kind) {
    List<String> names = new ArrayList<>();
    names.add(kind.resource().plural());
    names.add(kind.singular());
    names.addAll(kind.shortNames());
    names.add(kind.resource().kind().toLowerCase(Locale.ROOT));
    names.removeIf(String::isEmpty);
    return names;
  }

  private List<String> nearest(String wanted) {
    int limit = wanted.length() < 4 ? 1 : Math.max(2, wanted.length() / 3);
    Map<String, Integer> distances = new LinkedHashMap<>();
    for (DiscoveredKinds.Kind kind : discovered.kinds()) {
      if (!isFollowed(kind)) {
        continue;
      }
      for (String name : new TreeSet<>(names(kind))) {
        int distance = distance(wanted, name);
        if (distance <= Math.min(limit, name.length() - 1)) {
          distances.merge(kind.resource().plural(), distance, Math::min);
        }
      }
    }
    return distances.entrySet().stream()
        .sorted(Comparator.comparing((Map.Entry<String, Integer> entry) -> entry.getValue())
            .thenComparing(Map.Entry::getKey))
        .limit(NEAREST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
  static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int row = 0; row <= from.length(); row++) {
      for (int column = 0; column <= to.length(); column++) {
        if (row == 0 || column == 0) {
          steps[row][column] = row + column;
          continue;
        }
        boolean same = from.charAt(row - 1) == to.charAt(column - 1);
        int least = steps[row - 1][column - 1] + (same ? 0 : 1);
        least = Math.min(least, 1 + Math.min(steps[row - 1][column], steps[row][column - 1]));
        boolean swapped = row > 1
            && column > 1
            && from.charAt(row - 1) == to.charAt(column - 2)
            && from.charAt(row - 2) == to.charAt(column - 1);
        steps[row][column] = swapped ? Math.min(least, steps[row - 2][column - 2] + 1) : least;
      }
    }
    return steps[from.length()][to.length()];
  }
}
