package dev.informant.verification.simulation;

import java.util.List;

/** The names of the planted bugs, and how many faults there are, for tests elsewhere. */
public final class PlantedBugNames {
  private PlantedBugNames() {}

  public static List<String> all() {
    return PlantedBugs.all().stream().map(PlantedBug::name).toList();
  }

  public static int faults() {
    return SimulatedFault.values().length;
  }
}
