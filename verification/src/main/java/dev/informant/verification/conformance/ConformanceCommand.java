package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.controlplane.Binaries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code verification/conformance/run [--record] [PART…]}: sends the embedded server the exchanges of every script whose
 * name contains one of the PARTs and prints where its answers differ from a real server's. With {@code --record} a real
 * server is started and its answers to the same exchanges are recorded; without, the recorded answers are used. A run
 * without PART writes {@code numbers.txt}, unless fewer answers are equal than before. Exits 0 if there are no exact
 * differences but listed ones, 1 if there are, 2 if the arguments or the files of exchanges are invalid, 3 if there is no
 * real server.
 */
public final class ConformanceCommand {
  private ConformanceCommand() {}

  /** Arguments: the directory of the recorded answers, then those of the user. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      System.exit(run(
          Path.of(arguments[0]), new ArrayList<>(List.of(arguments).subList(1, arguments.length))));
    } catch (ScriptSyntaxException mistake) {
      System.err.println("conformance: " + mistake.getMessage());
      System.exit(2);
    }
  }

  private static int run(Path directory, List<String> parts)
      throws IOException, InterruptedException {
    boolean record = parts.remove("--record");
    List<ConformanceScript> scripts = Conformance.scripts();
    String mistake = mistake(parts, scripts);
    if (mistake != null) {
      System.err.println("conformance: " + mistake);
      return 2;
    }
    Recorded recorded = Recorded.load();
    Map<String, Map<String, JsonNode>> expected = new LinkedHashMap<>();
    scripts.forEach(script -> expected.put(script.id(), recorded.of(script)));
    List<ConformanceScript> chosen =
        scripts.stream().filter(script -> isChosen(script, parts)).toList();
    if (record) {
      Optional<Binaries> binaries = Binaries.find();
      if (binaries.isEmpty()) {
        System.err.println(
            "conformance: no real server; run verification/control-plane/build first");
        return 3;
      }
      try (Target real = Target.real(binaries.get())) {
        for (ConformanceScript script : chosen) {
          expected.put(script.id(), Conformance.ask(real, script));
        }
      }
      Recorded.write(directory, expected);
    }
    return compare(directory, chosen, expected, /* complete= */ parts.isEmpty());
  }

  private static int compare(
      Path directory,
      List<ConformanceScript> scripts,
      Map<String, Map<String, JsonNode>> expected,
      boolean complete)
      throws IOException, InterruptedException {
    KnownDifferences known = KnownDifferences.load();
    int answers = 0;
    int unlisted = 0;
    List<AnswerDifference> all = new ArrayList<>();
    try (Target embedded = Target.embedded()) {
      for (ConformanceScript script : scripts) {
        Map<String, JsonNode> given = Conformance.ask(embedded, script);
        Map<String, AnswerDifference> differences =
            Conformance.differences(expected.getOrDefault(script.id(), Map.of()), given);
        answers += given.size();
        all.addAll(differences.values());
        for (Map.Entry<String, AnswerDifference> step : differences.entrySet()) {
          boolean listed = known.contains(script, step.getKey());
          boolean exact = step.getValue().isExact();
          unlisted += exact && !listed ? 1 : 0;
          System.out.println((!exact ? "wording " : listed ? "known   " : "DIFFERS ")
              + ListedSteps.key(script.id(), step.getKey()));
          step.getValue().places().forEach(line -> System.out.println("    " + line));
        }
      }
    }
    int exchanges = scripts.stream().mapToInt(ConformanceScript::exchanges).sum();
    ConformanceNumbers now =
        ConformanceNumbers.of(answers, complete ? DeletedSteps.load().answers() : 0, all);
    System.out.printf("%d scripts, %d exchanges; %s%n", scripts.size(), exchanges, now);
    System.out.printf("%d exact differences are not in known-differences.txt%n", unlisted);
    if (complete) {
      ConformanceNumbers before = ConformanceNumbers.load();
      if (now.isWorseThan(before)) {
        System.out.printf(
            "numbers.txt was not written: %d answers were equal before. Fix the differences, or edit it.%n",
            before.exact());
        return 1;
      }
      now.write(directory);
    }
    return unlisted == 0 ? 0 : 1;
  }

  /** What is wrong with the user's arguments, so that a mistyped word is not a clean run; null if nothing is. */
  static @Nullable String mistake(List<String> parts, List<ConformanceScript> scripts) {
    for (String part : parts) {
      if (part.startsWith("-")) {
        return "unknown option " + part + "; there is --record";
      }
      if (scripts.stream().noneMatch(script -> script.id().contains(part))) {
        return "no script has \"" + part + "\" in its name";
      }
    }
    return null;
  }

  private static boolean isChosen(ConformanceScript script, List<String> parts) {
    return parts.isEmpty() || parts.stream().anyMatch(script.id()::contains);
  }
}
