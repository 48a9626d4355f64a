package dev.informant;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Holds {@code docs/parity.md} to the tests: each behaviour has a test that runs, and each test of client-go has a
 * counterpart or a reason for having none.
 */
@Timeout(60)
class ParityTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final TestSources SOURCES = new TestSources(ROOT);
  private static final List<List<String>> TABLE_LINES =
      tableLines(TestSources.read(ROOT.resolve("docs/parity.md")));
  private static final List<Row> ROWS = rows();

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TAG = Pattern.compile("client-go:Test[A-Z]?\\w*");
  private static final String NOTHING = "—";

  private record Row(String behaviour, String tests, String verdict) {
    boolean isLeftOut() {
      return verdict.startsWith("left out");
    }
  }

  /** The cells of every line of every table. */
  private static List<List<String>> tableLines(String page) {
    return page.lines()
        .filter(line -> line.startsWith("|") && !line.matches("[|: -]+"))
        .map(line -> Arrays.stream(line.strip().split("(?<!\\\\)\\|", -1)).map(String::strip))
        .map(cells -> cells.toList())
        .map(cells -> cells.subList(1, cells.size() - 1))
        .toList();
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (List<String> cells : TABLE_LINES) {
      if (cells.size() == 4 && !cells.get(0).equals("behaviour")) {
        rows.add(new Row(cells.get(0), cells.get(2), cells.get(3)));
      }
    }
    return rows;
  }

  /** The table of client-go's tests that have no counterpart: name and reason. */
  private static Map<String, String> withoutCounterpart() {
    Map<String, String> reasons = new TreeMap<>();
    for (List<String> cells : TABLE_LINES) {
      if (cells.size() == 2 && !cells.get(0).startsWith("client-go")) {
        for (String name : code(cells.get(0))) {
          assertThat(reasons.put(name, cells.get(1)))
              .as("%s is listed twice", name)
              .isNull();
          assertThat(cells.get(1)).as("the reason for %s", name).isNotBlank();
        }
      }
    }
    return reasons;
  }

  private static Set<String> code(String cell) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static Set<String> clientGoTests() {
    Set<String> names = new TreeSet<>();
    TestSources.read(ROOT.resolve("engine/src/test/resources/client-go-tests.txt"))
        .lines()
        .filter(line -> line.startsWith("Test"))
        .forEach(names::add);
    return names;
  }

  @Test
  void everyTestThatARowNamesExistsAndRuns() {
    List<String> defects = new ArrayList<>();
    for (Row row : ROWS) {
      code(row.tests()).stream()
          .map(SOURCES::defectOf)
          .filter(defect -> !defect.isEmpty())
          .forEach(defects::add);
    }
    assertThat(defects).isEmpty();
  }

  @Test
  void everyRowIsProvedOrLeftOut() {
    assertThat(ROWS).isNotEmpty().allSatisfy(row -> {
      if (row.isLeftOut() && row.tests().equals(NOTHING)) {
        return;
      }
      assertThat(code(row.tests())).as("tests of \"%s\"", row.behaviour()).isNotEmpty();
    });
  }

  @Test
  void everyTagNamesATestOfClientGo() {
    Set<String> tags = SOURCES.clientGoTags();
    assertThat(tags).allMatch(tag -> TAG.matcher(tag).matches());
    Set<String> names = new TreeSet<>();
    tags.forEach(tag -> names.add(tag.substring("client-go:".length())));
    assertThat(clientGoTests()).containsAll(names);
  }

  @Test
  void everyTestOfClientGoHasACounterpartOrAReason() {
    Set<String> open = clientGoTests();
    assertThat(open).isNotEmpty();
    assertThat(open).containsAll(withoutCounterpart().keySet());
    SOURCES.clientGoTags().forEach(tag -> open.remove(tag.substring("client-go:".length())));
    assertThat(open)
        .as("tests of client-go without a tag here, against the list in docs/parity.md")
        .containsExactlyInAnyOrderElementsOf(withoutCounterpart().keySet());
  }

  @Test
  void aTestThatIsNotThereIsNoticed() {
    assertThat(SOURCES.defectOf("ParityTest#aTestThatIsNotThereIsNoticed")).isEmpty();
    assertThat(SOURCES.defectOf("RenamedTest#aTestThatIsNotThereIsNoticed")).isEmpty();
    assertThat(SOURCES.defectOf("ParityTest#noSuchMethod")).contains("no such test");
    assertThat(SOURCES.defectOf("SystemRuntimeTest#close")).contains("no such test");
    assertThat(SOURCES.defectOf("ParityTest")).contains("not of the form");
  }
}
