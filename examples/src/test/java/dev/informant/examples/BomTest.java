package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The BOM names what is published, all of it, in one version. */
@Timeout(60)
class BomTest {
  private static final Path TOP = Path.of("..");

  private static List<String> all(String text, String element) {
    List<String> found = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("<" + element + ">([^<]+)</" + element + ">").matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void itNamesEveryPublishedModule() throws IOException {
    String root = Files.readString(TOP.resolve("pom.xml"));
    String published = root.substring(root.indexOf("<modules>"), root.indexOf("never shipped"));
    List<String> expected = new ArrayList<>();
    for (String module : all(published, "module")) {
      if (!module.equals("bom")) {
        String pom = Files.readString(TOP.resolve(module).resolve("pom.xml"));
        expected.add(all(pom.substring(pom.indexOf("</parent>")), "artifactId").get(0));
      }
    }
    String bom = Files.readString(TOP.resolve("bom/pom.xml"));
    List<String> named = all(bom.substring(bom.indexOf("<dependencyManagement>")), "artifactId");
    assertThat(named).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void itHasTheVersionOfEverythingElse() throws IOException {
    String root = Files.readString(TOP.resolve("pom.xml"));
    String bom = Files.readString(TOP.resolve("bom/pom.xml"));
    assertThat(all(bom, "version").get(0)).isEqualTo(all(root, "version").get(0));
  }
}
