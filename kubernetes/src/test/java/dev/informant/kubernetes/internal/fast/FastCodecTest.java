package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.internal.fast.plan.ModelRecords;
import dev.informant.kubernetes.internal.fast.plan.Plans;
import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.share.SharedParts;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.internal.stream.ManagedFields;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FastCodecTest {
  private static final ObjectMapper MAPPER = ModelMapper.shared().mapper();

  @Test
  void everyKindDecodesAsTheModelLibraryDecodesIt() throws IOException {
    KubernetesSerialization library = new KubernetesSerialization();
    int compared = 0;
    int refused = 0;
    for (Class<? extends HasMetadata> type : ModelKinds.all()) {
      FastCodec<? extends HasMetadata> plain = FastCodec.of(type);
      FastCodec<? extends HasMetadata> sharing = FastCodec.of(type).sharingEqualParts();
      for (int seed = 0; seed < 8; seed++) {
        ObjectNode json = new RandomObjects(seed).of(type);
        byte[] bytes = seed % 2 == 0
            ? MAPPER.writeValueAsBytes(json)
            : MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
        HasMetadata expected;
        try {
          expected = decode(ModelCodec.of(type), bytes);
        } catch (DecodeException refusedByJackson) {
          refused++;
          assertThat(takenByTheLibrary(library, bytes, type))
              .as("%s %d", type, seed)
              .isFalse();
          assertThatThrownBy(() -> decode(plain, bytes))
              .as("%s %d", type, seed)
              .isInstanceOf(DecodeException.class);
          continue;
        }
        compared++;
        assertThat(decode(plain, bytes)).as("%s %d", type, seed).isEqualTo(expected);
        assertThat(decode(sharing, bytes)).as("%s %d", type, seed).isEqualTo(expected);
        assertThat(decode(sharing, bytes)).as("%s %d", type, seed).isEqualTo(expected);
        assertThat(MAPPER.writeValueAsString(decode(plain, bytes)))
            .as("%s %d", type, seed)
            .isEqualTo(MAPPER.writeValueAsString(expected));
        assertThat(MAPPER.writeValueAsString(decode(sharing, bytes)))
            .as("%s %d", type, seed)
            .isEqualTo(MAPPER.writeValueAsString(expected));
        assertThat((Object) library.unmarshal(new String(bytes, StandardCharsets.UTF_8), type))
            .as("%s %d", type, seed)
            .isEqualTo(expected);
      }
    }
    assertThat(compared).isGreaterThan(1000);
    assertThat(refused).isLessThan(compared / 100);
  }

  @Test
  void whatIsWrittenOfAnObjectIsReadAsAnEqualOne() throws IOException {
    int compared = 0;
    int nulls = 0;
    for (Class<? extends HasMetadata> type : ModelKinds.all()) {
      FastCodec<? extends HasMetadata> codec = FastCodec.of(type);
      for (int seed = 0; seed < 12; seed++) {
        byte[] bytes = MAPPER.writeValueAsBytes(new RandomObjects(seed).of(type));
        HasMetadata object;
        try {
          object = decode(codec, bytes);
        } catch (DecodeException refused) {
          continue;
        }
        if (object.toString().contains("Duration(javaDuration=null)")) {
          continue; // which the models write as PT0S
        }
        byte[] written = ModelMapper.shared().bytes(object);
        nulls += new String(written, StandardCharsets.UTF_8).contains(":null") ? 1 : 0;
        assertThat(decode(codec, written)).as("%s %d", type, seed).isEqualTo(object);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(1000);
    assertThat(nulls).isGreaterThan(100);
  }

  private static boolean takenByTheLibrary(
      KubernetesSerialization library, byte[] bytes, Class<?> type) {
    try {
      library.unmarshal(new String(bytes, StandardCharsets.UTF_8), type);
      return true;
    } catch (KubernetesClientException refused) {
      return false;
    }
  }

  @Test
  void theCommonKindsDoNotNeedJackson() {
    Plans plans = new Plans(ModelRecords.NONE);
    assertThat(plans.of(Pod.class)).isInstanceOf(BeanPlan.class);
    assertThat(plans.of(Deployment.class)).isInstanceOf(BeanPlan.class);
    long ordinary = ModelKinds.all().stream()
        .filter(type -> plans.of(type) instanceof BeanPlan)
        .count();
    assertThat(ordinary).isEqualTo(ModelKinds.all().size());
  }

  @Test
  void brokenBytesAreRefusedWhereJacksonRefusesThem() throws IOException {
    FastCodec<Pod> fast = FastCodec.of(Pod.class);
    ModelCodec<Pod> slow = ModelCodec.of(Pod.class);
    String alphabet = "{}[],:\"\\ntf0-1.e \n\tx";
    for (int seed = 0; seed < 500; seed++) {
      byte[] bytes = MAPPER.writeValueAsBytes(new RandomObjects(seed % 40).of(Pod.class));
      Random random = new Random(seed);
      int at = random.nextInt(bytes.length);
      if (bytes[at] < 0) {
        continue;
      }
      bytes[at] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      String expected = outcome(slow, bytes.clone());
      String actual = outcome(fast, bytes.clone());
      assertThat(actual.equals(expected))
          .as("seed %d at %d: fast %s, Jackson %s", seed, at, summary(actual), summary(expected))
          .isTrue();
    }
  }

  @Test
  void nestingBeyondReasonIsRefusedNotOverflown() {
    String deep = "{\"spec\":{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}}";
    assertThatThrownBy(() -> decode(FastCodec.of(Pod.class), deep.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("nested");
  }

  @Test
  void limitsOfDepthAndLengthAreThoseOfJackson() throws IOException {
    FastCodec<Pod> fast = FastCodec.of(Pod.class);
    ModelCodec<Pod> slow = ModelCodec.of(Pod.class);
    int refused = 0;
    for (int extra = -1; extra <= 2; extra++) {
      String digits = "9".repeat(1000 + extra);
      int deep = 999 + extra;
      for (String json : List.of(
          "{\"x\":" + digits + "}",
          "{\"x\":-" + digits + "}",
          "{\"x\":1." + digits + "}",
          "{\"x\":-0." + digits + "}",
          "{\"x\":1.5e" + digits + "}",
          "{\"x\":" + "[".repeat(deep) + "]".repeat(deep) + "}",
          "{\"x\":" + "{\"y\":".repeat(deep) + "1" + "}".repeat(deep) + "}",
          "{\"" + "n".repeat(50_000 + extra) + "\":1}",
          "{\"metadata\":{\"labels\":{\"" + "n".repeat(50_000 + extra) + "\":\"x\"}}}",
          "{\"" + "ü".repeat(50_000 + extra) + "\":1}",
          "{\"\\n" + "n".repeat(50_000 + extra) + "\":1}")) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        String expected = outcome(slow, bytes);
        refused += expected.equals("refused") ? 1 : 0;
        assertThat(outcome(fast, bytes).equals(expected))
            .as(
                "%s… of %d bytes, refused: %s",
                json.substring(0, 12), bytes.length, summary(expected))
            .isTrue();
      }
    }
    assertThat(refused).isBetween(15, 35);
  }

  @Test
  void unknownFieldsWithTheNamesOfWhatAClassHidesAreKept() throws IOException {
    for (String json : List.of(
        "{\"additionalProperties\":{\"a\":1}}",
        "{\"metadata\":{\"additionalProperties\":5}}",
        "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":{\"additionalProperties\":{\"a\":1}}}]}}",
        "{\"plural\":\"p\",\"singular\":\"q\",\"fullResourceName\":\"x\"}",
        "{\"markedForDeletion\":true,\"finalizers\":[\"a\"]}",
        "{\"spec\":{\"additionalProperties\":null}}")) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      String expected = outcome(ModelCodec.of(Pod.class), bytes);
      assertThat(MAPPER.readTree(expected).toString())
          .contains(json.substring(1, json.indexOf(':')));
      assertThat(outcome(FastCodec.of(Pod.class), bytes)).isEqualTo(expected);
      assertThat(outcome(FastCodec.of(Pod.class).sharingEqualParts(), bytes)).isEqualTo(expected);
    }
  }

  @Test
  void scalarsAreNotCoercedAndNotQuoted() {
    for (String json : new String[] {
      "{\"metadata\":{\"name\":5}}",
      "{\"data\":{\"a\":true}}",
      "{\"immutable\":\"true\"}",
      "{\"metadata\":[]}",
      "{\"metadata\":{\"generation\":\"1\"}}",
      "{\"metadata\":{\"generation\":1.5}}",
      "{\"data\":\"hunter2\"}"
    }) {
      assertThatThrownBy(
              () -> decode(FastCodec.of(ConfigMap.class), json.getBytes(StandardCharsets.UTF_8)))
          .as(json)
          .isInstanceOf(DecodeException.class)
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void managedFieldsArePassedOver() {
    byte[] bytes = "{\"metadata\":{\"managedFields\":[{\"manager\":\"m\"}],\"name\":\"a\"}}"
        .getBytes(StandardCharsets.UTF_8);
    ConfigMap map = decode(FastCodec.of(ConfigMap.class).withoutManagedFields(), bytes);
    assertThat(map.getMetadata().getManagedFields()).isEmpty();
    assertThat(map.getMetadata().getName()).isEqualTo("a");
    assertThat(decode(FastCodec.of(ConfigMap.class), bytes).getMetadata().getManagedFields())
        .hasSize(1);
  }

  @Test
  void managedFieldsArePassedOverByACodecMadeOfOneThatHasReadThem() {
    byte[] bytes =
        "{\"metadata\":{\"managedFields\":[{\"manager\":\"someone\"}],\"name\":\"a\",\"uid\":\"u\"}}"
            .getBytes(StandardCharsets.UTF_8);
    FastCodec<Pod> all = FastCodec.of(Pod.class).sharingEqualParts();
    FastCodec<Pod> without = all.withoutManagedFields();
    for (int i = 0; i < 3; i++) {
      assertThat(decode(all, bytes).getMetadata().getManagedFields()).hasSize(1);
      assertThat(decode(without, bytes).getMetadata().getManagedFields()).isEmpty();
    }
  }

  @Test
  void managedFieldsOfATemplateArePartOfTheObject() {
    String metadata = "{\"managedFields\":[{\"manager\":\"someone\"}],\"name\":\"a\"}";
    String json =
        "{\"metadata\":" + metadata + ",\"spec\":{\"template\":{\"metadata\":" + metadata + "}}}";
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    byte[] left = bytes.clone();
    int cut = ManagedFields.cut(left, 0, left.length);
    Deployment expected = ModelCodec.of(Deployment.class).decode(left, cut, left.length - cut);
    assertThat(expected.getSpec().getTemplate().getMetadata().getManagedFields())
        .hasSize(1);
    FastCodec<Deployment> plain = FastCodec.of(Deployment.class).withoutManagedFields();
    FastCodec<Deployment> sharing = plain.sharingEqualParts();
    assertThat(plain.leavesOutManagedFields()).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(decode(plain, bytes)).isEqualTo(expected);
      assertThat(decode(sharing, bytes)).isEqualTo(expected);
    }
  }

  @Test
  void aPartWithNothingInItIsSharedWithinItsCodecOnly() {
    byte[] pod = "{\"spec\":{\"volumes\":[{\"name\":\"cache\",\"emptyDir\":{}}]}}"
        .getBytes(StandardCharsets.UTF_8);
    FastCodec<Pod> one = FastCodec.of(Pod.class).sharingEqualParts();
    FastCodec<Pod> other = FastCodec.of(Pod.class).sharingEqualParts();
    EmptyDirVolumeSource spoilt = decode(one, pod).getSpec().getVolumes().get(0).getEmptyDir();
    spoilt.setMedium("Memory"); // forbidden
    assertThat(decode(one, pod).getSpec().getVolumes().get(0).getEmptyDir()).isSameAs(spoilt);
    assertThat(decode(other, pod).getSpec().getVolumes().get(0).getEmptyDir())
        .isEqualTo(new EmptyDirVolumeSource());
  }

  @Test
  void equalPartsAreOneObjectOnlyWhenAsked() {
    byte[] one =
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"application\":\"web\",\"tier\":\"front\"}}}"
            .getBytes(StandardCharsets.UTF_8);
    byte[] two =
        "{\"metadata\":{\"name\":\"b\",\"labels\":{\"application\":\"web\",\"tier\":\"front\"}}}"
            .getBytes(StandardCharsets.UTF_8);
    FastCodec<ConfigMap> sharing = FastCodec.of(ConfigMap.class).sharingEqualParts();
    assertThat(decode(sharing, one).getMetadata().getLabels())
        .isSameAs(decode(sharing, two).getMetadata().getLabels());
    FastCodec<ConfigMap> plain = FastCodec.of(ConfigMap.class);
    assertThat(decode(plain, one).getMetadata().getLabels())
        .isNotSameAs(decode(plain, two).getMetadata().getLabels());
    ConfigMap own = decode(plain, one);
    own.setAdditionalProperty("x", 1);
    own.getMetadata().getFinalizers().add("mine");
  }

  @Test
  void equalElementsOfDifferentListsAreOneObjectOnlyWhenAsked() {
    byte[][] pods = new byte[2][];
    for (int i = 0; i < 2; i++) {
      pods[i] = ("{\"spec\":{\"volumes\":[{\"name\":\"config\",\"emptyDir\":{}},{\"name\":\"token-"
              + i + "\",\"emptyDir\":{}}]}}")
          .getBytes(StandardCharsets.UTF_8);
    }
    FastCodec<Pod> sharing = FastCodec.of(Pod.class).sharingEqualParts();
    List<Volume> one = decode(sharing, pods[0]).getSpec().getVolumes();
    List<Volume> other = decode(sharing, pods[1]).getSpec().getVolumes();
    assertThat(one.get(0)).isSameAs(other.get(0));
    assertThat(one.get(1).getName()).isEqualTo("token-0");
    assertThat(other.get(1).getName()).isEqualTo("token-1");
    assertThat(one.get(1).getEmptyDir()).isSameAs(other.get(1).getEmptyDir());
    FastCodec<Pod> plain = FastCodec.of(Pod.class);
    List<Volume> own = decode(plain, pods[0]).getSpec().getVolumes();
    assertThat(own.get(0))
        .isNotSameAs(decode(plain, pods[0]).getSpec().getVolumes().get(0));
    assertThat(own.get(0).getEmptyDir()).isNotSameAs(own.get(1).getEmptyDir());
    own.add(new Volume());
  }

  @Test
  void anObjectWithoutAnythingInItIsNobodyElses() {
    FastCodec<Pod> sharing = FastCodec.of(Pod.class).sharingEqualParts();
    byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
    assertThat(decode(sharing, nothing)).isEqualTo(new Pod()).isNotSameAs(decode(sharing, nothing));
  }

  @Test
  void aNameThatIsThereTwiceHasItsFirstPlaceAndItsLastValue() {
    byte[] bytes =
        "{\"data\":{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}}".getBytes(StandardCharsets.UTF_8);
    Map<String, String> expected = decode(ModelCodec.of(ConfigMap.class), bytes).getData();
    for (FastCodec<ConfigMap> codec :
        List.of(FastCodec.of(ConfigMap.class), FastCodec.of(ConfigMap.class).sharingEqualParts())) {
      Map<String, String> data = decode(codec, bytes).getData();
      assertThat(data).isEqualTo(expected).hasToString("{a=3, b=2}");
    }
  }

  @Test
  void managedFieldsAreSharedThoughTheyAreLarge() {
    String fields = IntStream.range(0, 150)
        .mapToObj(i -> "\"f:field-" + i + "\":{}")
        .collect(Collectors.joining(",", "{\"f:spec\":{", "}}"));
    assertThat(fields.length()).isBetween(2048, SharedParts.LARGEST);
    byte[][] pods = new byte[2][];
    for (int i = 0; i < 2; i++) {
      pods[i] = ("{\"metadata\":{\"name\":\"p" + i
              + "\",\"managedFields\":[{\"manager\":\"c\",\"time\":\"t" + i + "\",\"fieldsV1\":"
              + fields + "}]}}")
          .getBytes(StandardCharsets.UTF_8);
    }
    FastCodec<Pod> sharing = FastCodec.of(Pod.class).sharingEqualParts();
    assertThat(fieldsOf(decode(sharing, pods[0]))).isSameAs(fieldsOf(decode(sharing, pods[1])));
    FastCodec<Pod> plain = FastCodec.of(Pod.class);
    FieldsV1 own = fieldsOf(decode(plain, pods[0]));
    assertThat(own).isEqualTo(fieldsOf(decode(sharing, pods[0])));
    @SuppressWarnings("unchecked") // it is what the JSON says
    Map<String, Map<String, Object>> leaves =
        (Map<String, Map<String, Object>>) own.getAdditionalProperties().get("f:spec");
    leaves.get("f:field-0").put("mine", "to change");
  }

  private static FieldsV1 fieldsOf(Pod pod) {
    return pod.getMetadata().getManagedFields().get(0).getFieldsV1();
  }

  private static String outcome(Codec<Pod> codec, byte[] bytes) throws IOException {
    try {
      // As text: Quantity.equals throws when an amount is no number.
      return MAPPER.writeValueAsString(decode(codec, bytes));
    } catch (DecodeException refused) {
      return "refused";
    }
  }

  private static String summary(String outcome) {
    return outcome.equals("refused") ? outcome : "accepted";
  }

  private static <T> T decode(Codec<T> codec, byte[] bytes) {
    return codec.decode(bytes, 0, bytes.length);
  }
}
