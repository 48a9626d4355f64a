package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.verification.controlplane.ControlPlane;
import dev.informant.verification.controlplane.RealCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the embedded server knows of strategic merge patches is what a real one says of itself. With {@code
 * -Dinformant.writeMergeKeys=true} it is written down anew.
 */
@RealCluster
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RealClusterMergeKeysTest {
  private static final Path TABLE =
      Path.of("../apiserver/src/main/resources/dev/informant/apiserver/patch/merge-keys.txt");

  @Test
  void everyFieldIsPatchedAsTheRealServerSays(ControlPlane plane) throws Exception {
    List<String> said =
        rules(new ObjectMapper().readTree(plane.kubectl("get", "--raw", "/openapi/v2")));
    List<String> table = Files.readAllLines(TABLE);
    if (Boolean.getBoolean("informant.writeMergeKeys")) {
      List<String> lines =
          new ArrayList<>(table.stream().filter(line -> line.startsWith("#")).toList());
      lines.addAll(said);
      Files.write(TABLE, lines);
    }
    assertThat(table.stream().filter(line -> !line.startsWith("#")))
        .containsExactlyElementsOf(said);
  }

  private static List<String> rules(JsonNode swagger) {
    List<String> rules = new ArrayList<>();
    for (Map.Entry<String, JsonNode> definition : swagger.path("definitions").properties()) {
      for (Map.Entry<String, JsonNode> field :
          definition.getValue().path("properties").properties()) {
        String strategy = field.getValue().path("x-kubernetes-patch-strategy").asText("");
        String key = field.getValue().path("x-kubernetes-patch-merge-key").asText("");
        if (!strategy.isEmpty()) {
          rules.add(
              (definition.getKey() + "." + field.getKey() + " " + strategy + " " + key).trim());
        }
      }
    }
    return rules.stream().sorted().toList();
  }
}
