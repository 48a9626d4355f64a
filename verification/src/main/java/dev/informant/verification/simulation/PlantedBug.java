package dev.informant.verification.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A mistake that can be made in the real code, as edits of its sources: nothing of it is in the code that
 * is shipped. Most need one edit; where two places guard against the same mistake, both are edited.
 *
 * @param name what is wrong
 */
record PlantedBug(String name, List<Edit> edits) {
  /**
   * Replaces a piece of a source that occurs in it once.
   *
   * @param file the source, from the top of the project
   */
  record Edit(String file, String from, String to) {}

  /** A mistake in the engine; {@code place} is below its root package. */
  static PlantedBug engine(String name, String place, String from, String to) {
    return new PlantedBug(name, List.of()).in(place, from, to);
  }

  /** A mistake in the binding; {@code place} is below its root package. */
  static PlantedBug binding(String name, String place, String from, String to) {
    return new PlantedBug(name, List.of())
        .with(new Edit(
            "kubernetes/src/main/java/dev/informant/kubernetes/" + place + ".java", from, to));
  }

  /** The same with one more edit, in the file of the one before. */
  PlantedBug and(String from, String to) {
    return with(new Edit(edits.get(edits.size() - 1).file(), from, to));
  }

  /** The same with one more edit, in the engine; {@code place} is below its root package. */
  PlantedBug in(String place, String from, String to) {
    return with(new Edit("engine/src/main/java/dev/informant/" + place + ".java", from, to));
  }

  private PlantedBug with(Edit edit) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(edit);
    return new PlantedBug(name, List.copyOf(more));
  }

  /** The sources with the mistake in them, by file. */
  Map<String, String> sources(Path top) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Edit edit : edits) {
      String before = sources.get(edit.file());
      String source = before == null ? Files.readString(top.resolve(edit.file())) : before;
      sources.put(edit.file(), apply(edit, source));
    }
    return sources;
  }

  private String apply(Edit edit, String source) {
    int at = source.indexOf(edit.from());
    if (at < 0 || source.indexOf(edit.from(), at + 1) >= 0) {
      throw new IllegalStateException("cannot plant '" + name + "': " + edit.file()
          + " no longer holds this piece exactly once; adapt PlantedBugs:\n" + edit.from());
    }
    return source.substring(0, at)
        + edit.to()
        + source.substring(at + edit.from().length());
  }

  @Override
  public String toString() {
    return name;
  }
}
