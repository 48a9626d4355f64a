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

/** Plants each bug in turn and says which seed found it; ends with 1 if one was not found. */
public final class PlantedCommand {
  private static final Logger ENGINE = Logger.getLogger("dev.informant");

  private PlantedCommand() {}

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
    List<Future<Boolean>> runs = new ArrayList<>();
    bugs.forEach(bug -> runs.add(threads.submit(() -> find(bug, top))));
    threads.shutdown();
    int found = 0;
    for (Future<Boolean> run : runs) {
      found += run.get() ? 1 : 0;
    }
    System.out.printf("%d of %d planted bugs found%n", found, bugs.size());
    System.exit(found == bugs.size() && found > 0 ? 0 : 1);
  }

  private static boolean find(PlantedBug bug, Path top) throws IOException {
    PlantedRun.Found found = PlantedRun.find(bug, top);
    // In the order in which they are found: a run that is broken off has not been for nothing.
    System.out.printf(
        "%-60s %s%n",
        bug.name(),
        found == null
            ? "NOT FOUND in " + PlantedRun.MOST_SEEDS + " seeds"
            : "seed " + found.seed() + ": " + shortened(found.violation()));
    return found != null;
  }

  private static String shortened(String violation) {
    return violation.length() > 90 ? violation.substring(0, 90) + "…" : violation;
  }
}
