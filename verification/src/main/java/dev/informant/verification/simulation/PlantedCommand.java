package dev.informant.verification.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** Plants each bug in turn and says which seed found it; ends with 1 if one was not found. */
public final class PlantedCommand {
  private static final int MOST_SEEDS = 500;
  private static final Logger ENGINE = Logger.getLogger("dev.informant");

  private PlantedCommand() {}

  /** Takes the top of the project and, optionally, an expression the names of bugs must contain. */
  public static void main(String[] arguments) throws IOException {
    ENGINE.setLevel(Level.OFF);
    Path top = Path.of(arguments[0]);
    Predicate<String> wanted =
        Pattern.compile(arguments.length > 1 ? arguments[1] : "").asPredicate();
    List<PlantedBug> bugs =
        PlantedBugs.all().stream().filter(bug -> wanted.test(bug.name())).toList();
    int found = 0;
    for (PlantedBug bug : bugs) {
      PlantedRun run = PlantedRun.of(bug, top);
      String violation = null;
      long seed = 0;
      while (violation == null && seed < MOST_SEEDS) {
        violation = run.run(++seed, /* hours= */ 1);
      }
      found += violation == null ? 0 : 1;
      System.out.printf(
          "%-52s %s%n",
          bug.name(),
          violation == null
              ? "NOT FOUND in " + MOST_SEEDS + " seeds"
              : "seed " + seed + ": " + shortened(violation));
    }
    System.out.printf("%d of %d planted bugs found%n", found, bugs.size());
    System.exit(found == bugs.size() ? 0 : 1);
  }

  private static String shortened(String violation) {
    return violation.length() > 90 ? violation.substring(0, 90) + "…" : violation;
  }
}
