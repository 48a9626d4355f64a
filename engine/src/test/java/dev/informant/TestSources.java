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

/** The Java sources of all modules, as text: which classes there are, which tests they have, which tags. */
final class TestSources {
  private static final Pattern METHOD = Pattern.compile("\\bvoid\\s+(\\w+)\\s*\\(");
  private static final Pattern IS_TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|Seeds|TestFactory)\\b");
  private static final Pattern IS_OFF = Pattern.compile("@Disabled\\b");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\\s*\"(client-go:[^\"]*)\"\\s*\\)");

  private final Map<String, List<Path>> mainByName;
  private final Map<String, List<Path>> testsByName;

  /**
   * @param root the directory of the modules
   */
  TestSources(Path root) {
    mainByName = byName(root, "src/main/java");
    testsByName = byName(root, "src/test/java");
  }

  private static Map<String, List<Path>> byName(Path root, String sources) {
    Map<String, List<Path>> found = new HashMap<>();
    for (Path module : list(root)) {
      Path base = module.resolve(sources);
      if (Files.isDirectory(base)) {
        for (Path file : walk(base)) {
          String name = file.getFileName().toString();
          if (name.endsWith(".java")) {
            found
                .computeIfAbsent(name.substring(0, name.length() - 5), any -> new ArrayList<>())
                .add(file);
          }
        }
      }
    }
    return found;
  }

  boolean hasClass(String simpleName) {
    return hasMainClass(simpleName) || testsByName.containsKey(simpleName);
  }

  boolean hasMainClass(String simpleName) {
    return mainByName.containsKey(simpleName);
  }

  /** Says what is wrong with {@code Class#method}; empty if it is a test that runs. */
  String defectOf(String test) {
    int hash = test.indexOf('#');
    if (hash < 1 || hash == test.length() - 1) {
      return test + ": not of the form Class#method";
    }
    String className = test.substring(0, hash);
    String method = test.substring(hash + 1);
    String path = className.replace('.', '/') + ".java";
    String simpleName = className.substring(className.lastIndexOf('.') + 1);
    List<Path> files = testsByName.getOrDefault(simpleName, List.of()).stream()
        .filter(file -> file.endsWith(path))
        .toList();
    if (files.isEmpty()) {
      return test + ": no such test class in any module";
    }
    if (files.size() > 1) {
      return test + ": several classes of that name; qualify it with its package";
    }
    String source = read(files.get(0));
    int from = 0;
    for (MatchResult found : (Iterable<MatchResult>) METHOD.matcher(source).results()::iterator) {
      // What stands between the method before and this one, its annotations among it.
      String before = source.substring(from, found.start());
      from = found.end();
      if (found.group(1).equals(method)) {
        if (IS_OFF.matcher(before).find()) {
          return test + ": switched off";
        }
        return IS_TEST.matcher(before).find() ? "" : test + ": a method but not a test";
      }
    }
    return test + ": the class has no such method";
  }

  /** The tags of the form {@code client-go:…} on any test. */
  Set<String> clientGoTags() {
    Set<String> tags = new TreeSet<>();
    for (List<Path> files : testsByName.values()) {
      for (Path file : files) {
        Matcher matcher = TAG.matcher(read(file));
        while (matcher.find()) {
          tags.add(matcher.group(1));
        }
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
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
