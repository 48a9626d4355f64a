package dev.informant.apiserver.internal.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A ConfigMap or Secret may hold a mebibyte, counted in the bytes that a kube-apiserver holds. */
class DataSizeTest {
  private static final int LARGEST = 1024 * 1024;

  private static List<Cause> causes(String kind, String field, String... values) {
    ObjectNode object = Json.object();
    object.putObject("metadata").put("name", "a");
    ObjectNode data = object.putObject(field);
    for (String value : values) {
      data.put("k" + data.size(), value);
    }
    ResourceType type = Objects.requireNonNull(BuiltInResources.known("v1", kind));
    return type.traits().check(object, type.schema());
  }

  private static String base64(int bytes) {
    return Base64.getEncoder().encodeToString(new byte[bytes]);
  }

  @Test
  void bytesAreCountedAsTheyAreDecoded() {
    for (int odd = 0; odd < 3; odd++) {
      String some = base64(odd);
      assertThat(causes("Secret", "data", base64(LARGEST - odd), some)).isEmpty();
      assertThat(causes("ConfigMap", "binaryData", base64(LARGEST - odd), some)).isEmpty();
      assertThat(causes("Secret", "data", base64(LARGEST - odd), some, base64(1)))
          .containsExactly(Cause.tooLong("data", LARGEST));
      assertThat(causes("ConfigMap", "binaryData", base64(LARGEST + 1 - odd), some))
          .containsExactly(Cause.tooLong("[]", LARGEST));
    }
  }

  @Test
  void lineEndsInBase64AreNotCounted() {
    String lines = Base64.getMimeEncoder().encodeToString(new byte[LARGEST]);
    assertThat(causes("Secret", "data", lines)).isEmpty();
  }

  @Test
  void textsAreCountedInUtf8() {
    for (String character : List.of("a", "é", "€", "\ud83d\ude00")) {
      int width = character.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
      String rest = "a".repeat(LARGEST % width);
      String full = character.repeat(LARGEST / width);
      assertThat(causes("ConfigMap", "data", full, rest)).isEmpty();
      assertThat(causes("ConfigMap", "data", full, rest, "a"))
          .containsExactly(Cause.tooLong("[]", LARGEST));
    }
  }
}
