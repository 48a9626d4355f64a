package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.internal.fast.share.Hashing;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedPartsTest {
  @Test
  void partsOfOneHashAndLengthStayTwoParts() {
    List<String> both = valuesWhosePartsCollide();
    FastCodec<ConfigMap> codec = FastCodec.of(ConfigMap.class).sharingEqualParts();
    for (int time = 0; time < 3; time++) {
      for (String value : both) {
        byte[] bytes =
            ("{\"metadata\":{\"labels\":" + labels(value) + "}}").getBytes(StandardCharsets.UTF_8);
        assertThat(codec.decode(bytes, 0, bytes.length).getMetadata().getLabels())
            .isEqualTo(Map.of("application", value));
      }
    }
  }

  /** Among so many there are some, the same ones each time. */
  private static List<String> valuesWhosePartsCollide() {
    Map<Integer, String> byHash = new HashMap<>();
    for (int i = 1_000_000; i < 2_000_000; i++) {
      String value = "web-" + i;
      byte[] part = labels(value).getBytes(StandardCharsets.UTF_8);
      String other = byHash.put(Hashing.of(part, 0, part.length), value);
      if (other != null) {
        return List.of(other, value);
      }
    }
    throw new AssertionError("no two parts have the same hash");
  }

  private static String labels(String value) {
    return "{\"application\":\"" + value + "\"}";
  }
}
