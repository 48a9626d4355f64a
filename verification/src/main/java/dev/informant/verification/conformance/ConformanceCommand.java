package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.controlplane.Binaries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code verification/conformance/run [--record] [PART…]}: asks the embedded server every exchange whose script's
 * name contains one of the PARTs and says where its answers differ from a real server's. With {@code --record} a real server is
 * started, asked the same, and its answers are kept; without, those kept before are used. Exits 0 if nothing differs that is not
 * listed, 1 if something does, 2 if it is asked for what there is not, 3 if there is no real server.
 */
public final class ConformanceCommand {
  private ConformanceCommand() {}

  /** Arguments: the file to record to, then what the user gave. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> given = List.of(arguments).subList(1, arguments.length);
    boolean record = given.contains("--record");
    List<String> parts = given.stream().filter(one -> !one.equals("--record")).toList();
    List<ConformanceScript> scripts = Conformance.scripts();
    String mistake = mistake(parts, scripts);
    if (mistake != null) {
      System.err.println("conformance: " + mistake);
      System.exit(2);
      return;
    }
    Recorded recorded = Recorded.load();
    KnownDifferences known = KnownDifferences.load();
    Map<String, Map<String, JsonNode>> expected = new LinkedHashMap<>();
    scripts.forEach(script -> expected.put(script.id(), recorded.of(script)));
    if (record) {
      Optional<Binaries> binaries = Binaries.find();
      if (binaries.isEmpty()) {
        System.err.println(
            "conformance: no real server; run verification/control-plane/build first");
        System.exit(3);
        return;
      }
      try (Target real = Target.real(binaries.get())) {
        for (ConformanceScript script : scripts) {
          if (asked(script, parts)) {
            expected.put(script.id(), Conformance.ask(real, script));
          }
        }
      }
      Recorded.write(Path.of(arguments[0]), expected);
    }
    int exchanges = 0;
    int steps = 0;
    int different = 0;
    int unknown = 0;
    try (Target embedded = Target.embedded()) {
      for (ConformanceScript script : scripts) {
        if (!asked(script, parts)) {
          continue;
        }
        Map<String, JsonNode> answers = Conformance.ask(embedded, script);
        exchanges += script.exchanges();
        steps += answers.size();
        Map<String, List<String>> differences =
            Conformance.differences(expected.getOrDefault(script.id(), Map.of()), answers);
        different += differences.size();
        for (Map.Entry<String, List<String>> step : differences.entrySet()) {
          boolean listed = known.contains(script, step.getKey());
          unknown += listed ? 0 : 1;
          System.out.println(
              (listed ? "known   " : "DIFFERS ") + script.id() + " | " + step.getKey());
          step.getValue().forEach(line -> System.out.println("    " + line));
        }
      }
    }
    System.out.printf(
        "%d scripts, %d exchanges; of %d compared answers %d are equal, %d differ (%d not listed)%n",
        scripts.size(), exchanges, steps, steps - different, different, unknown);
    System.exit(unknown == 0 ? 0 : 1);
  }

  /** What is wrong with what the user gave, so that a mistyped word is not a clean run; null if nothing is. */
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

  private static boolean asked(ConformanceScript script, List<String> parts) {
    return parts.isEmpty() || parts.stream().anyMatch(script.id()::contains);
  }
}
