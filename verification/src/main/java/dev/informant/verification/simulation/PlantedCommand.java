package dev.informant.verification.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plants each bug in turn and says which seed found it; ends with 1 if one was not found. */
public final class PlantedCommand {
  private static final int MOST_SEEDS = 500;
  private static final Logger ENGINE = Logger.getLogger("dev.informant");

  private PlantedCommand() {}

  /**
   * What came of one bug.
   *
   * @param violation null if it was not found
   */
  private record Found(@Nullable String violation) {}

  /** Takes the top of the project and, optionally, an expression the names of bugs must contain. */
  public static void main(String[] arguments) throws InterruptedException, ExecutionException {
    ENGINE.setLevel(Level.OFF);
    Path top = Path.of(arguments[0]);
    Predicate<String> wanted =
        Pattern.compile(arguments.length > 1 ? arguments[1] : "").asPredicate();
    List<PlantedBug> bugs =
        PlantedBugs.all().stream().filter(bug -> wanted.test(bug.name())).toList();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    List<Future<Found>> runs = new ArrayList<>();
    bugs.forEach(bug -> runs.add(threads.submit(() -> find(bug, top))));
    threads.shutdown();
    int found = 0;
    for (Future<Found> run : runs) {
      found += run.get().violation() == null ? 0 : 1;
    }
    System.out.printf("%d of %d planted bugs found%n", found, bugs.size());
    System.exit(found == bugs.size() && found > 0 ? 0 : 1);
  }

  private static Found find(PlantedBug bug, Path top) throws IOException {
    PlantedRun run = PlantedRun.of(bug, top);
    String violation = null;
    long seed = 0;
    while (violation == null && seed < MOST_SEEDS) {
      violation = run.run(++seed, /* hours= */ 1);
    }
    // In the order in which they are found: a run that is broken off has not been for nothing.
    System.out.printf(
        "%-52s %s%n",
        bug.name(),
        violation == null
            ? "NOT FOUND in " + MOST_SEEDS + " seeds"
            : "seed " + seed + ": " + shortened(violation));
    return new Found(violation);
  }

  private static String shortened(String violation) {
    return violation.length() > 90 ? violation.substring(0, 90) + "…" : violation;
  }
}
