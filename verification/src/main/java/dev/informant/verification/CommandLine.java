package dev.informant.verification;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What a command line says: options with values, options without, and words. Immutable. */
public final class CommandLine {
  private final Map<String, String> values;
  private final List<String> words;

  private CommandLine(Map<String, String> values, List<String> words) {
    this.values = values;
    this.words = words;
  }

  /**
   * Reads a command line, or ends the process: after printing the usage if that is asked for, else with 2 and one line
   * that says what is wrong.
   *
   * @param usage one line, which begins with the command
   * @param defaults the options there are; those whose value is {@code false} take none on the command line
   * @param made what the command makes of them; an {@link IllegalArgumentException} says what is wrong
   */
  public static <R> R orExit(
      String usage,
      Map<String, String> defaults,
      String[] arguments,
      Function<CommandLine, R> made) {
    List<String> all = List.of(arguments);
    if (all.contains("--help")) {
      System.out.println("usage: " + usage);
      System.exit(0);
    }
    try {
      return made.apply(of(defaults, all));
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage() + "; usage: " + usage);
      System.exit(2);
      throw wrong; // never: the process has ended
    }
  }

  static CommandLine of(Map<String, String> defaults, List<String> arguments) {
    Map<String, String> values = new TreeMap<>(defaults);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-")) {
        words.add(argument);
      } else if (!defaults.containsKey(argument)) {
        throw new IllegalArgumentException("unknown option " + argument);
      } else if ("false".equals(defaults.get(argument))) {
        values.put(argument, "true");
      } else if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException(argument + " has no value");
      } else {
        values.put(argument, arguments.get(++i));
      }
    }
    return new CommandLine(values, List.copyOf(words));
  }

  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("nobody has declared the option " + name);
    }
    return value;
  }

  public boolean isSet(String name) {
    return text(name).equals("true");
  }

  public double number(String name) {
    try {
      return Double.parseDouble(text(name));
    } catch (NumberFormatException other) {
      throw new IllegalArgumentException(name + " wants a number, not " + text(name), other);
    }
  }

  public long whole(String name) {
    return whole(name, text(name));
  }

  /** A whole number that is part of the value of an option. */
  public static long whole(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException other) {
      throw new IllegalArgumentException(name + " wants a whole number, not " + text, other);
    }
  }

  /** Whatever is neither an option nor the value of one. */
  public List<String> words() {
    return words;
  }

  /** Refuses words, for commands that have no use for any. */
  public CommandLine withoutWords() {
    if (!words.isEmpty()) {
      throw new IllegalArgumentException("not an option: " + words.get(0));
    }
    return this;
  }
}
