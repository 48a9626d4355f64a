package dev.informant.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page that people read, and what it shows in fences and between backquotes. */
record Page(Path file, String text) {
  static final Path TOP = Path.of("..");

  private static final Pattern FENCED = Pattern.compile(
      "(?m)(?:^<!-- ([^\n]*) -->\\s*)?^```([a-z]*)\n(.*?)^```$",
      Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");

  /**
   * A block between fences.
   *
   * @param remark the comment before it, which readers do not see; empty if none
   */
  record Block(Page page, String remark, String language, String text) {
    boolean isExcused() {
      return remark.startsWith("not run: ");
    }

    /** Whether it shows imports: {@link ImportsTest} has the rule. */
    boolean isImports() {
      return remark.startsWith("imports: ");
    }

    @Override
    public String toString() {
      return page.file() + ":\n" + text;
    }
  }

  static List<Page> all() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      pages.add(read(TOP.resolve(name)));
    }
    try (Stream<Path> docs = Files.walk(TOP.resolve("docs"))) {
      for (Path file :
          docs.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        pages.add(read(file));
      }
    }
    return pages;
  }

  private static Page read(Path file) throws IOException {
    return new Page(file, Files.readString(file));
  }

  static List<Block> blocks(String language) throws IOException {
    List<Block> found = new ArrayList<>();
    for (Page page : all()) {
      page.blocks().stream().filter(block -> block.language().equals(language)).forEach(found::add);
    }
    return found;
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Matcher fence = FENCED.matcher(text); fence.find(); ) {
      String remark = fence.group(1) == null ? "" : fence.group(1);
      blocks.add(new Block(this, remark, fence.group(2), fence.group(3)));
    }
    return blocks;
  }

  /** What stands between backquotes, outside the fences. */
  List<String> quoted() {
    List<String> words = new ArrayList<>();
    for (Matcher quote = QUOTED.matcher(FENCED.matcher(text).replaceAll("")); quote.find(); ) {
      words.add(quote.group(1));
    }
    return words;
  }
}
