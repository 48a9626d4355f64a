package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Code that is shown is code that is compiled: every block of Java of every page, and every example in a class comment,
 * stands in a source file of the build, comments and white space aside. What is shown of anything else is read by what
 * it is meant for. A block with {@code <!-- not run: why -->} before it is excused.
 */
@Timeout(180)
class PagesTest {
  private static final List<String> MODULES = List.of(
      "engine",
      "kubernetes",
      "apiserver",
      "controller",
      "controller-test",
      "metrics",
      "cli",
      "examples",
      "verification",
      "benchmarks");
  private static final Pattern LITERAL_OR_COMMENT = Pattern.compile(
      "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\])'|//[^\n]*|/\\*.*?\\*/",
      Pattern.DOTALL);
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\\* ?}</pre>", Pattern.DOTALL);

  @Test
  void everyBlockIsOfAKindThatIsChecked() throws IOException {
    for (Page page : Page.all()) {
      for (Page.Block block : page.blocks()) {
        if (!block.isExcused()) {
          assertThat(block.language()).as(block.toString()).isIn("java", "sh", "xml", "yaml", "");
        }
      }
    }
  }

  @Test
  void everyBlockOfJavaIsCompiled() throws IOException {
    List<String> compiled = compiled();
    int count = 0;
    for (Page.Block block : Page.blocks("java")) {
      if (!block.isExcused() && !block.isImports()) {
        assertCompiled(block.text(), compiled, block.toString());
        count++;
      }
    }
    assertThat(count).isPositive();
  }

  @Test
  void everyExampleInAClassCommentIsCompiled() throws IOException {
    List<String> compiled = compiled();
    int count = 0;
    for (String module : MODULES.subList(0, 7)) {
      for (Path file : sources(module, "main")) {
        for (Matcher found = EXAMPLE.matcher(Files.readString(file)); found.find(); ) {
          String code = found.group(1).replaceAll("(?m)^ *\\* ?", "");
          assertCompiled(code, compiled, file + ":\n" + code);
          count++;
        }
      }
    }
    assertThat(count).isPositive();
  }

  @Test
  void theCoordinatesOfThePagesAreThoseOfTheBuild() throws Exception {
    String parent = Files.readString(Page.TOP.resolve("pom.xml"));
    int count = 0;
    for (Page.Block block : Page.blocks("xml")) {
      NodeList dependencies = parse(block).getElementsByTagName("dependency");
      for (int i = 0; i < dependencies.getLength(); i++) {
        Element dependency = (Element) dependencies.item(i);
        String artifact = value(dependency, "artifactId");
        String version = value(dependency, "version");
        if (value(dependency, "groupId").equals("dev.informant")) {
          assertThat(Page.TOP.resolve(artifact.replace("informant-", "")).resolve("pom.xml"))
              .exists()
              .content()
              .contains("<artifactId>" + artifact + "</artifactId>");
          assertThat(version.isEmpty() || parent.contains("<version>" + version + "</version>"))
              .as(block.toString())
              .isTrue();
        } else {
          assertThat(parent).as(block.toString()).contains(".version>" + version + "</");
        }
        count++;
      }
    }
    assertThat(count).isPositive();
  }

  @Test
  void aServerAcceptsTheObjectsOfThePages() throws IOException {
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig()))
            .build()) {
      List<Page.Block> blocks = Page.blocks("yaml");
      assertThat(blocks).isNotEmpty();
      for (Page.Block block : blocks) {
        String namespace = client.resource(block.text()).item().getMetadata().getNamespace();
        client
            .namespaces()
            .resource(new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .endMetadata()
                .build())
            .create();
        assertThat(client.resource(block.text()).create().getMetadata().getUid())
            .as(block.toString())
            .isNotEmpty();
      }
    }
  }

  private static Document parse(Page.Block block) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader("<it>" + block.text() + "</it>")));
  }

  private static String value(Element of, String name) {
    NodeList found = of.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }

  private static void assertCompiled(String code, List<String> compiled, String place) {
    String wanted =
        bare(code).replaceFirst("}+$", ""); // a test may look at the result before the end
    assertThat(compiled.stream().anyMatch(source -> source.contains(wanted)))
        .as("no source file of the build has this code: " + place)
        .isTrue();
  }

  /** Every source file of the build. */
  private static List<String> compiled() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String module : MODULES) {
      for (String part : List.of("main", "test")) {
        for (Path file : sources(module, part)) {
          texts.add(bare(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        }
      }
    }
    assertThat(texts).isNotEmpty();
    return texts;
  }

  private static List<Path> sources(String module, String part) throws IOException {
    Path folder = Page.TOP.resolve(module).resolve("src").resolve(part).resolve("java");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** Without comments and white space. */
  private static String bare(String code) {
    Matcher piece = LITERAL_OR_COMMENT.matcher(code);
    StringBuilder without = new StringBuilder();
    while (piece.find()) {
      boolean comment = piece.group().startsWith("//") || piece.group().startsWith("/*");
      piece.appendReplacement(without, comment ? "" : Matcher.quoteReplacement(piece.group()));
    }
    piece.appendTail(without);
    return without.toString().replaceAll("\\s+", "");
  }
}
