package dev.informant.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The comparison finds what is wrong, and the summary says it. */
@Timeout(240)
class ComparisonTest {
  private static List<String> differences(DemoSummary summary) {
    List<String> all = new ArrayList<>();
    for (JsonNode kind : summary.json().path("kinds")) {
      kind.path("differences")
          .forEach(each -> all.add(kind.path("kind").asText() + ": " + each.asText()));
    }
    return all;
  }

  @Test
  void aCacheLikeTheServerHasNoDifference() {
    DemoSummary summary = Demos.summary(cluster -> {});
    assertThat(differences(summary)).isEmpty();
    assertThat(summary.isEqual()).isTrue();
    assertThat(summary.lines().get(summary.lines().size() - 1))
        .contains("the caches equal the server");
  }

  @Test
  void anObjectThatDiffersInTheCacheIsNamed() {
    String[] name = new String[1];
    DemoSummary summary = Demos.summary(cluster -> name[0] = Demos.damageANode(cluster));
    assertThat(differences(summary))
        .containsExactly("nodes: " + name[0] + ": the cache and the server have different states");
    assertThat(summary.isEqual()).isFalse();
    assertThat(summary.json().path("equal").asBoolean(true)).isFalse();
    assertThat(summary.lines())
        .anyMatch(line -> line.matches("nodes .* NO"))
        .anyMatch(line -> line.matches("pods .* yes"))
        .contains("nodes: " + name[0] + ": the cache and the server have different states")
        .endsWith("the caches DIFFER from the server");
  }

  @Test
  void aHandlerThatMissedACallIsFound() {
    DemoSummary summary = Demos.summary(cluster -> {
      WatchedKind<?> pods = cluster.kinds().get(0);
      pods.mirror().versions().put("default/never-was", "1");
    });
    assertThat(differences(summary))
        .contains("pods: default/never-was: not at the server")
        .contains("pods: default/never-was: the handler received no delete");
  }
}
