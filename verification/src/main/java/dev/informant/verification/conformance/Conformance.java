package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds one server's answers to a script against another's. Thread-safe. */
public final class Conformance {
  private static final Unfilled UNFILLED = new Unfilled();

  private Conformance() {}

  public static List<ConformanceScript> scripts() {
    List<ConformanceScript> scripts = new ArrayList<>();
    scripts.addAll(RequestScripts.all());
    scripts.addAll(ErrorScripts.all());
    scripts.addAll(ListScripts.all());
    scripts.addAll(WatchScripts.all());
    scripts.addAll(ContentScripts.all());
    scripts.addAll(SelectorScripts.all());
    scripts.addAll(WriteScripts.all());
    scripts.addAll(PatchScripts.all());
    scripts.addAll(DeleteScripts.all());
    scripts.addAll(DiscoveryScripts.all());
    scripts.addAll(ProtocolScripts.all());
    scripts.addAll(CustomResourceScripts.all());
    scripts.addAll(DefinitionScripts.all());
    scripts.addAll(CustomValueScripts.all());
    scripts.addAll(OtherScripts.all());
    scripts.addAll(SpecScripts.all());
    scripts.addAll(WireScripts.all());
    scripts.addAll(SubresourceScripts.all());
    scripts.addAll(OddBodyScripts.all());
    scripts.addAll(ChangeScripts.all());
    scripts.addAll(OddPatchScripts.all());
    scripts.addAll(AccessScripts.all());
    scripts.addAll(StatusScripts.all());
    scripts.addAll(FinePrintScripts.all());
    scripts.addAll(KindScripts.all());
    scripts.addAll(WrongPodScripts.all());
    scripts.addAll(WrongWorkloadScripts.all());
    scripts.addAll(WrongServiceScripts.all());
    scripts.addAll(MessageScripts.all());
    scripts.addAll(NameScripts.all());
    scripts.addAll(CustomPartScripts.all());
    scripts.addAll(EdgeScripts.all());
    scripts.addAll(OrderScripts.all());
    scripts.addAll(QuantityScripts.all());
    scripts.addAll(WarningScripts.all());
    scripts.addAll(LimitScripts.all());
    scripts.addAll(EvictionScripts.all());
    scripts.addAll(OptionScripts.all());
    scripts.addAll(LifeScripts.all());
    scripts.addAll(MergeScripts.all());
    scripts.addAll(DecodingScripts.all());
    scripts.addAll(CellScripts.all());
    return scripts;
  }

  public static Map<String, JsonNode> ask(Target target, ConformanceScript script)
      throws InterruptedException {
    return ScriptRun.of(target, script);
  }

  /** By step, for the steps of {@code actual} that are not exactly as recorded. */
  public static Map<String, List<String>> same(
      Map<String, JsonNode> recorded, Map<String, JsonNode> actual) {
    Map<String, List<String>> differences = new LinkedHashMap<>();
    actual.forEach((step, result) -> {
      JsonNode before = recorded.get(step);
      List<String> found = before == null
          ? List.of("not recorded")
          : AnswerComparison.differences(before, result, "recorded", "now");
      if (!found.isEmpty()) {
        differences.put(step, found);
      }
    });
    return differences;
  }

  /** By step, for the steps that differ, apart from what is written down as not filled in. */
  public static Map<String, List<String>> differences(
      Map<String, JsonNode> expected, Map<String, JsonNode> actual) {
    Map<String, List<String>> differences = new LinkedHashMap<>();
    actual.forEach((step, result) -> {
      JsonNode wanted = expected.get(step);
      List<String> found = wanted == null
          ? List.of("not recorded; run verification/conformance/run --record")
          : AnswerComparison.differences(
              UNFILLED.without(wanted, result), result, "real", "embedded");
      if (!found.isEmpty()) {
        differences.put(step, found);
      }
    });
    return differences;
  }
}
