package dev.informant.internal.store;

/** The names under which a store has the indexes of handles: unique, and shown to users as they named them. */
public final class IndexNames {
  /** No name of a user contains it. */
  private static final String SEPARATOR = "\0#";

  private IndexNames() {}

  /**
   * @param number which no other index of the store has
   */
  public static String unique(String name, int number) {
    return name + SEPARATOR + number;
  }

  /** The name that the user gave. */
  public static String shown(String name) {
    int end = name.indexOf(SEPARATOR);
    return end < 0 ? name : name.substring(0, end);
  }

  /** Whether the index belongs to a handle, and cannot be found by its name. */
  static boolean isUnique(String name) {
    return name.contains(SEPARATOR);
  }
}
