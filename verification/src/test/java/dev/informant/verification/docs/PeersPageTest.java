package dev.informant.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/peers.md names, for each defect of the peers, a test that exists. */
class PeersPageTest {
  private static final Path TOP = Path.of("..");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  /** What is so here as well, and said to be. */
  private static final Set<Integer> WITHOUT_A_TEST = Set.of(25);

  private final List<String> rows;

  PeersPageTest() throws IOException {
    rows = Files.readAllLines(TOP.resolve("docs/peers.md")).stream()
        .filter(line -> line.startsWith("| ") && !line.endsWith("| test |"))
        .toList();
  }

  private static String sources(String className) throws IOException {
    try (Stream<Path> files = Files.walk(TOP)) {
      List<Path> found = files
          .filter(file -> file.toString().contains("src/test/java"))
          .filter(file -> file.getFileName().toString().equals(className + ".java"))
          .toList();
      StringBuilder text = new StringBuilder();
      for (Path file : found) {
        text.append(Files.readString(file));
      }
      return text.toString();
    }
  }

  @Test
  void everyTestItNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String row : rows) {
      for (Matcher test = TEST.matcher(row); test.find(); ) {
        named.add(test.group(1) + ' ' + test.group(2));
      }
    }
    assertThat(named).hasSizeGreaterThan(60);
    List<String> missing = new ArrayList<>();
    String last = "";
    String source = "";
    for (String test : named) {
      String type = test.substring(0, test.indexOf(' '));
      source = type.equals(last) ? source : sources(type);
      last = type;
      if (!source.contains("void" + test.substring(test.indexOf(' ')) + "(")) {
        missing.add(test);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyDefectAndEveryComplaintHasItsRow() {
    List<Integer> numbers = new ArrayList<>();
    for (String row : rows) {
      Matcher numbered = Pattern.compile("^\\| (\\d+) \\|").matcher(row);
      boolean hasTest = TEST.matcher(row).find();
      if (numbered.find()) {
        int number = Integer.parseInt(numbered.group(1));
        numbers.add(number);
        assertThat(hasTest).as(row).isEqualTo(!WITHOUT_A_TEST.contains(number));
      } else if (!row.startsWith("| # |")) {
        assertThat(hasTest).as(row).isTrue();
      }
    }
    assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, 30).boxed().toList());
  }
}
