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
 * Holds {@code docs/parity.md} to the code: what it names exists, what it claims has a test, and no test of
 * client-go is passed over in silence.
 */
@Timeout(60)
class ParityTest {
  /** Rows may be added. To take one away is a decision, and this number says so. */
  private static final int ROWS_AT_LEAST = 455;

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
  private static final TestSources SOURCES = new TestSources(ROOT);
  private static final List<List<String>> TABLE_LINES =
      tableLines(TestSources.read(ROOT.resolve("docs/parity.md")));
  private static final List<Row> ROWS = rows();

  private static final Pattern VERDICT =
      Pattern.compile("(same)|(?:(better|left out) \\((.*[^ ].*)\\))", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TAG = Pattern.compile("client-go:Test[A-Z]?\\w*");
  private static final String NOTHING = "—";

  private record Row(String behaviour, String classes, String tests, String verdict) {
    boolean isLeftOut() {
      return verdict.startsWith("left out");
    }

    String kind() {
      Matcher matcher = VERDICT.matcher(verdict);
      assertThat(matcher.matches())
          .as(
              "\"%s\" has the verdict \"%s\"; it must be: same, better (how), left out (why)",
              behaviour, verdict)
          .isTrue();
      return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
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
        rows.add(new Row(cells.get(0), cells.get(1), cells.get(2), cells.get(3)));
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
  void everyLineOfATableHasItsCells() {
    assertThat(TABLE_LINES)
        .allSatisfy(cells -> assertThat(cells).hasSizeBetween(2, 4).doesNotContain(""));
    assertThat(TABLE_LINES).noneMatch(cells -> cells.size() == 3);
  }

  @Test
  void everyRowHasAKnownVerdictAndNoneIsLost() {
    Map<String, Integer> counts = new TreeMap<>();
    ROWS.forEach(row -> counts.merge(row.kind(), 1, Integer::sum));
    System.out.println("docs/parity.md: " + ROWS.size() + " rows " + counts);
    assertThat(counts).containsOnlyKeys("same", "better", "left out");
    assertThat(ROWS).hasSizeGreaterThanOrEqualTo(ROWS_AT_LEAST);
    assertThat(ROWS).extracting(Row::behaviour).doesNotHaveDuplicates();
  }

  @Test
  void everyTestThatARowNamesExistsAndRuns() {
    List<String> defects = new ArrayList<>();
    Set<String> tests = new TreeSet<>();
    for (Row row : ROWS) {
      tests.addAll(code(row.tests()));
      code(row.tests()).stream()
          .map(SOURCES::defectOf)
          .filter(defect -> !defect.isEmpty())
          .forEach(defects::add);
    }
    System.out.println("docs/parity.md: " + tests.size() + " tests named");
    assertThat(defects).isEmpty();
  }

  @Test
  void everyRowIsProvedOrLeftOut() {
    assertThat(ROWS).allSatisfy(row -> {
      if (row.isLeftOut() && row.tests().equals(NOTHING)) {
        return;
      }
      assertThat(code(row.tests())).as("tests of \"%s\"", row.behaviour()).isNotEmpty();
    });
  }

  @Test
  void everyClassThatARowNamesExists() {
    assertThat(ROWS).allSatisfy(row -> {
      if (row.isLeftOut() && row.classes().equals(NOTHING)) {
        return;
      }
      assertThat(code(row.classes()))
          .as("classes of \"%s\"", row.behaviour())
          .isNotEmpty()
          .allMatch(name -> SOURCES.hasMainClass(name.replaceFirst("[.#].*", "")));
    });
  }

  @Test
  void everyTagNamesATestOfClientGo() {
    Set<String> tags = SOURCES.clientGoTags();
    assertThat(tags).allMatch(tag -> TAG.matcher(tag).matches());
    Set<String> names = new TreeSet<>();
    tags.forEach(tag -> names.add(tag.substring("client-go:".length())));
    System.out.println("tags: " + names.size() + " tests of client-go have a counterpart, "
        + withoutCounterpart().size() + " have a reason for having none");
    assertThat(clientGoTests()).containsAll(names);
  }

  @Test
  void everyTestOfClientGoHasACounterpartOrAReason() {
    Set<String> open = clientGoTests();
    assertThat(open).hasSizeGreaterThan(150);
    assertThat(open).containsAll(withoutCounterpart().keySet());
    SOURCES.clientGoTags().forEach(tag -> open.remove(tag.substring("client-go:".length())));
    assertThat(open)
        .as("tests of client-go without a tag here, against the list in docs/parity.md")
        .containsExactlyInAnyOrderElementsOf(withoutCounterpart().keySet());
  }

  @Test
  void aTestThatIsNotThereIsNoticed() {
    assertThat(SOURCES.defectOf("ParityTest#aTestThatIsNotThereIsNoticed")).isEmpty();
    assertThat(SOURCES.defectOf("dev.informant.ParityTest#everyRowIsProvedOrLeftOut"))
        .isEmpty();
    assertThat(SOURCES.defectOf("ParityTest#noSuchMethod")).contains("no such method");
    assertThat(SOURCES.defectOf("NoSuchTest#method")).contains("no such test class");
    assertThat(SOURCES.defectOf("SystemRuntimeTest#close")).contains("not a test");
    assertThat(SOURCES.defectOf("ParityTest")).contains("not of the form");
    assertThat(SOURCES.defectOf("other.ParityTest#x")).contains("no such test class");
  }
}
