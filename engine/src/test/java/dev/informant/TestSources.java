package dev.informant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The test sources of all modules, as text: which tests there are, and which tags. */
final class TestSources {
  private static final Pattern METHOD = Pattern.compile("\\bvoid\\s+(\\w+)\\s*\\(");
  private static final Pattern IS_TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|Seeds|TestFactory)\\b");
  private static final Pattern IS_OFF = Pattern.compile("@Disabled\\b");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\\s*\"(client-go:[^\"]*)\"\\s*\\)");

  private final List<String> sources = new ArrayList<>();

  /** The names of test methods, and whether one of that name runs. */
  private final Map<String, Boolean> runsByName = new HashMap<>();

  /**
   * @param root the directory of the modules
   */
  TestSources(Path root) {
    for (Path module : list(root)) {
      Path base = module.resolve("src/test/java");
      if (Files.isDirectory(base)) {
        walk(base).forEach(file -> add(read(file)));
      }
    }
  }

  private void add(String source) {
    sources.add(source);
    int from = 0;
    for (MatchResult found : (Iterable<MatchResult>) METHOD.matcher(source).results()::iterator) {
      // What stands between the method before and this one, its annotations among it.
      String before = source.substring(from, found.start());
      from = found.end();
      if (IS_TEST.matcher(before).find()) {
        runsByName.merge(found.group(1), !IS_OFF.matcher(before).find(), Boolean::logicalOr);
      }
    }
  }

  /**
   * Says what is wrong with {@code Class#method}; empty if a test of that method's name runs. The name of a test is its
   * claim: its class may be renamed, and the claim may move to another one.
   */
  String defectOf(String test) {
    int hash = test.indexOf('#');
    if (hash < 1 || hash == test.length() - 1) {
      return test + ": not of the form Class#method";
    }
    Boolean runs = runsByName.get(test.substring(hash + 1));
    return runs == null ? test + ": no such test" : runs ? "" : test + ": switched off";
  }

  /** The tags of the form {@code client-go:…} on any test. */
  Set<String> clientGoTags() {
    Set<String> tags = new TreeSet<>();
    for (String source : sources) {
      Matcher matcher = TAG.matcher(source);
      while (matcher.find()) {
        tags.add(matcher.group(1));
      }
    }
    return tags;
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> walk(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
