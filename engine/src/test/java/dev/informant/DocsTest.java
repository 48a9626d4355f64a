package dev.informant;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages about the code name classes that exist. */
@Timeout(60)
class DocsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)\\b");
  private static final Set<String> OF_THE_JDK = Set.of("IllegalStateException", "ReentrantLock");

  @ParameterizedTest
  @ValueSource(strings = {"architecture.md", "concurrency.md"})
  void everyClassAPageNamesExists(String page) {
    TestSources sources = new TestSources(ROOT);
    Set<String> named = new TreeSet<>();
    Matcher matcher = CLASS.matcher(TestSources.read(ROOT.resolve("docs").resolve(page)));
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    named.removeAll(OF_THE_JDK);
    assertThat(named).hasSizeGreaterThan(30).allMatch(sources::hasClass);
  }
}
