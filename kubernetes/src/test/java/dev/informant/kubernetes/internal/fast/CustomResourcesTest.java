package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.informant.kubernetes.codec.CustomKinds;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Custom resources of plain classes are read by the same decoder as the models, and as the library reads them. */
@Timeout(120)
class CustomResourcesTest {
  private static final String REFUSED = "refused";
  private static final List<String> SPECS = List.of(
      "{}",
      "null",
      "{\"replicas\":5,\"enabled\":false,\"bytes\":9223372036854775807,\"ratio\":1.25,\"boxed\":4}",
      "{\"replicas\":null,\"enabled\":null,\"bytes\":null,\"ratio\":null,\"boxed\":null,\"text\":null}",
      "{\"replicas\":\"5\"}",
      "{\"replicas\":1.5}",
      "{\"replicas\":2147483648}",
      "{\"text\":\"a\",\"texts\":[\"b\",null,\"c\"],\"renamed-field\":\"d\"}",
      "{\"original\":\"d\"}",
      "{\"texts\":[]}",
      "{\"texts\":null}",
      "{\"texts\":\"x\"}",
      "{\"ports\":[{\"name\":\"http\",\"number\":8080,\"color\":\"red-ish\"},{},null]}",
      "{\"ports\":[{\"name\":\"http\",\"nonsense\":1}]}",
      "{\"byName\":{\"a\":{\"number\":1},\"b\":null}}",
      "{\"byColor\":{\"BLUE\":\"x\",\"red-ish\":\"y\"}}",
      "{\"color\":\"red-ish\"}",
      "{\"color\":\"BLUE\"}",
      "{\"color\":\"green\"}",
      "{\"color\":null}",
      "{\"range\":{\"from\":1,\"to\":2}}",
      "{\"range\":{\"from\":1,\"nonsense\":2}}",
      "{\"made\":{\"text\":\"x\"}}",
      "{\"image\":{\"name\":\"x\"}}",
      "{\"image\":\"x\"}",
      "{\"image\":5}",
      "{\"lenient\":{\"text\":\"x\",\"nonsense\":{\"a\":[1,2.5,true,null,{}]}}}",
      "{\"lenient\":{\"ignored\":\"x\"}}",
      "{\"lenient\":{\"ignored\":[1,]}}",
      "{\"lenient\":{\"nonsense\":{\"a\":[1,}}}",
      "{\"lenient\":{\"nonsense\":01}}",
      "{\"lenient\":{\"nonsense\":tru}}",
      "{\"hidden\":{\"text\":\"x\"}}",
      "{\"anything\":{\"a\":[1,12345678901,1e3,\"x\",null]}}",
      "{\"limits\":{\"cpu\":\"100m\",\"memory\":1},\"port\":\"http\"}",
      "{\"port\":80}",
      "{\"secret\":\"x\"}",
      "{\"nonsense\":1}",
      "{\"te\\u0078t\":\"escaped\"}");

  @Test
  void plainClassesAreReadAsTheLibraryReadsThem() {
    KubernetesSerialization library = new KubernetesSerialization();
    ModelCodec<CustomKinds> slow = ModelCodec.of(CustomKinds.class);
    FastCodec<CustomKinds> plain = FastCodec.of(CustomKinds.class);
    FastCodec<CustomKinds> sharing = plain.sharingEqualParts();
    int refused = 0;
    for (String spec : SPECS) {
      String json = document(spec, "{\"phase\":\"Ready\",\"merged\":{\"second\":\"x\"}}");
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      String expected = outcome(() -> slow.decode(bytes, 0, bytes.length));
      refused += expected.equals(REFUSED) ? 1 : 0;
      for (FastCodec<CustomKinds> codec : List.of(plain, sharing)) {
        for (int time = 0; time < 2; time++) {
          assertThat(outcome(() -> codec.decode(bytes, 0, bytes.length)))
              .as(spec)
              .isEqualTo(expected);
          InPlaceCodec.First<CustomKinds> changed =
              codec.decodeFirst(bytes, 0, bytes.length, /* changed= */ true);
          assertThat(changed == null ? REFUSED : text(changed.object()))
              .as(spec)
              .isEqualTo(expected);
        }
        InPlaceCodec.First<CustomKinds> first =
            codec.decodeFirst(bytes, 0, bytes.length, /* changed= */ false);
        assertThat(first == null ? REFUSED : text(first.object())).as(spec).isEqualTo(expected);
      }
      if (!expected.equals(REFUSED)) {
        assertThat(text(library.unmarshal(json, CustomKinds.class))).as(spec).isEqualTo(expected);
      } else if (!SPECS_ONLY_THE_LIBRARY_TAKES.contains(spec)) {
        assertThat(outcome(() -> library.unmarshal(json, CustomKinds.class)))
            .as(spec)
            .isEqualTo(REFUSED);
      }
    }
    assertThat(refused).isBetween(8, SPECS.size() / 2);
  }

  /** It takes one type of JSON for another. */
  private static final List<String> SPECS_ONLY_THE_LIBRARY_TAKES =
      List.of("{\"replicas\":\"5\"}", "{\"replicas\":1.5}", "{\"lenient\":{\"nonsense\":01}}");

  @Test
  void anUnknownFieldOfTheObjectItselfIsRefusedAsTheLibraryRefusesIt() {
    String json = document("{}", "null").replace("\"spec\"", "\"nonsense\":1,\"spec\"");
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    KubernetesSerialization library = new KubernetesSerialization();
    assertThat(outcome(() -> library.unmarshal(json, CustomKinds.class))).isEqualTo(REFUSED);
    assertThat(outcome(() -> FastCodec.of(CustomKinds.class).decode(bytes, 0, bytes.length)))
        .isEqualTo(REFUSED);
  }

  @Test
  void theirPartsAreSharedAndTakenOver() {
    FastCodec<CustomKinds> codec = FastCodec.of(CustomKinds.class).sharingEqualParts();
    String spec = "{\"text\":\"" + "long ".repeat(100)
        + "\",\"ports\":[{\"name\":\"http\",\"number\":8080}]}";
    byte[] one = document(spec, "{\"phase\":\"Pending\"}").getBytes(StandardCharsets.UTF_8);
    byte[] two = document(spec, "{\"phase\":\"Running\"}").getBytes(StandardCharsets.UTF_8);
    CustomKinds before =
        codec.decodeFirst(one, 0, one.length, /* changed= */ true).object();
    CustomKinds after =
        codec.decodeFirst(two, 0, two.length, /* changed= */ true).object();
    assertThat(after.getSpec()).isSameAs(before.getSpec());
    assertThat(after.getStatus().getPhase()).isEqualTo("Running");
    byte[] other = document(spec.replace("long", "else"), "null").getBytes(StandardCharsets.UTF_8);
    assertThat(codec.decode(other, 0, other.length).getSpec().getPorts().get(0))
        .isSameAs(before.getSpec().getPorts().get(0));
  }

  @Test
  void theirManagedFieldsAreLeftOutWhereTheyAreRead() {
    byte[] bytes = document("{}", "null")
        .replace("\"name\"", "\"managedFields\":[{\"manager\":\"m\"}],\"name\"")
        .getBytes(StandardCharsets.UTF_8);
    FastCodec<CustomKinds> codec = FastCodec.of(CustomKinds.class).withoutManagedFields();
    assertThat(codec.leavesOutManagedFields()).isTrue();
    assertThat(codec.decode(bytes, 0, bytes.length).getMetadata().getManagedFields())
        .isEmpty();
    assertThat(FastCodec.of(CustomKinds.class)
            .decode(bytes, 0, bytes.length)
            .getMetadata()
            .getManagedFields())
        .hasSize(1);
  }

  private static String document(String spec, String status) {
    return "{\"apiVersion\":\"x.y/v1\",\"kind\":\"CustomKinds\",\"metadata\":{\"name\":\"a\",\"uid\":\"u\"},\"spec\":"
        + spec + ",\"status\":" + status + "}";
  }

  private interface Decoding {
    CustomKinds object();
  }

  private static String outcome(Decoding decoding) {
    try {
      return text(decoding.object());
    } catch (DecodeException | KubernetesClientException refused) {
      return REFUSED;
    }
  }

  private static String text(CustomKinds object) {
    try {
      return ModelMapper.shared().mapper().writeValueAsString(object);
    } catch (JsonProcessingException unwritable) {
      throw new AssertionError(unwritable);
    }
  }
}
