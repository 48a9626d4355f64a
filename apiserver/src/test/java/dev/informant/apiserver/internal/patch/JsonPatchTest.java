package dev.informant.apiserver.internal.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a JSON patch may not do to the server; its semantics are asked of both servers by the conformance suite. */
@Timeout(60)
class JsonPatchTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ArrayNode copies(int count) {
    ArrayNode patch = MAPPER.createArrayNode();
    ObjectNode first = patch.addObject().put("op", "add").put("path", "/x");
    first.putObject("value").put("a", "v");
    for (int i = 0; i < count; i++) {
      patch.addObject().put("op", "copy").put("from", "/x").put("path", "/x/" + i);
    }
    return patch;
  }

  @Test
  void copiesThatDoubleTheObjectAgainAndAgainAreRefused() {
    assertThatThrownBy(() -> JsonPatch.apply(MAPPER.createObjectNode(), copies(40)))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("exceeding the limit 3145728");
  }

  @Test
  void aFewCopiesAreMade() throws Exception {
    ObjectNode patched = JsonPatch.apply(MAPPER.createObjectNode(), copies(3));
    assertThat(patched.at("/x/2/1/0/a").asText()).isEqualTo("v");
  }
}
