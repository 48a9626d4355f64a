package dev.informant.verification.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where {@code verification/control-plane/build} puts the programs. */
public record Binaries(Path directory) {
  private static final String VARIABLE = "INFORMANT_CONTROL_PLANE";
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** By the numbers in their names: v1.36.10 comes after v1.36.9. */
  static final Comparator<Path> BY_VERSION =
      (one, other) -> Arrays.compare(numbers(one), numbers(other));

  /**
   * The built programs; empty if they have not been built on this machine, or if the environment says "none". Where the
   * environment names a directory they must be in it: whoever names it does not want tests to be skipped.
   */
  public static Optional<Binaries> find() {
    String configured = System.getenv(VARIABLE);
    if (configured != null && configured.equals("none")) {
      return Optional.empty();
    }
    if (configured != null && !configured.isEmpty()) {
      Optional<Binaries> named = complete(Path.of(configured));
      if (named.isEmpty()) {
        throw new IllegalStateException(VARIABLE + " is " + configured
            + ", where not all programs are; run verification/control-plane/build");
      }
      return named;
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base = (cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache))
        .resolve("informant");
    if (!Files.isDirectory(base)) {
      return Optional.empty();
    }
    try (Stream<Path> entries = Files.list(base)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("control-plane-"))
          .sorted(BY_VERSION)
          .reduce((older, newer) -> newer)
          .flatMap(Binaries::complete);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read " + base, failure);
    }
  }

  private static long[] numbers(Path directory) {
    return NUMBER
        .matcher(directory.getFileName().toString())
        .results()
        .mapToLong(number -> Long.parseLong(number.group()))
        .toArray();
  }

  private static Optional<Binaries> complete(Path directory) {
    Binaries binaries = new Binaries(directory);
    boolean all = Stream.of("etcd", "kube-apiserver", "kube-controller-manager", "kubectl")
        .allMatch(name -> Files.isExecutable(binaries.program(name)));
    return all ? Optional.of(binaries) : Optional.empty();
  }

  Path program(String name) {
    return directory.resolve(name);
  }
}
