package dev.informant.verification.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that can be made in the real code, as an edit of its source: nothing of it is in the code that
 * is shipped.
 *
 * @param name what is wrong
 * @param file the source, from the top of the project
 */
record PlantedBug(String name, String file, List<Edit> edits) {
  /** Replaces a piece of the source that occurs in it once. */
  record Edit(String from, String to) {}

  /** A mistake in the engine; {@code place} is below its root package. */
  static PlantedBug engine(String name, String place, String from, String to) {
    return new PlantedBug(
        name, "engine/src/main/java/dev/informant/" + place + ".java", List.of(new Edit(from, to)));
  }

  PlantedBug and(String from, String to) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(new Edit(from, to));
    return new PlantedBug(name, file, List.copyOf(more));
  }

  /** The source with the mistake in it. */
  String applyTo(String source) {
    String result = source;
    for (Edit edit : edits) {
      int at = result.indexOf(edit.from());
      if (at < 0 || result.indexOf(edit.from(), at + 1) >= 0) {
        throw new IllegalStateException("cannot plant '" + name + "': " + file
            + " no longer holds this piece exactly once; adapt PlantedBugs:\n" + edit.from());
      }
      result = result.substring(0, at)
          + edit.to()
          + result.substring(at + edit.from().length());
    }
    return result;
  }

  @Override
  public String toString() {
    return name;
  }
}
