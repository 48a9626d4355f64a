package dev.informant.apiserver.patch;

import dev.informant.apiserver.values.ModelNames;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the fields of the built-in kinds are patched: {@code merge-keys.txt}, by type and field. Thread-safe. */
public final class MergeKeys {
  private static final Rule USUAL = new Rule("", "");
  private static final Map<String, Rule> RULES = load();

  private MergeKeys() {}

  /**
   * How one field is patched.
   *
   * @param strategy as the API says it, such as {@code merge,retainKeys}; empty for the usual one
   * @param key the field that identifies an element of a list that is merged; empty if there is none
   */
  public record Rule(String strategy, String key) {
    /** Whether a list is merged with what is there, not put in its place. */
    boolean merges() {
      return List.of(strategy.split(",")).contains("merge");
    }

    /** Whether an object is put in the place of what is there, not merged with it. */
    boolean replaces() {
      return strategy.equals("replace");
    }
  }

  /** The rule for a field of {@code model}; null is a type of which nothing is known. */
  public static Rule of(@Nullable Class<?> model, String field) {
    return model == null ? USUAL : RULES.getOrDefault(ModelNames.of(model) + "." + field, USUAL);
  }

  /** All rules, by definition and field. */
  static Map<String, Rule> all() {
    return RULES;
  }

  private static Map<String, Rule> load() {
    Map<String, Rule> rules = new HashMap<>();
    try (InputStream file =
            Objects.requireNonNull(MergeKeys.class.getResourceAsStream("merge-keys.txt"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
        String[] words = line.split(" ", -1);
        rules.put(words[0], new Rule(words[1], words.length > 2 ? words[2] : ""));
      });
    } catch (IOException failure) {
      throw new UncheckedIOException("merge-keys.txt cannot be read", failure);
    }
    return Map.copyOf(rules);
  }
}
