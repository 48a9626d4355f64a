package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever Jackson has a word for, in classes of users: it is understood, or left to Jackson. */
@Timeout(60)
class UserClassesTest {
  private static final String REFUSED = "refused";

  @Test
  void aGenericClassIsReadAsWhatItIsOf() {
    String json =
        "{\"one\":{\"value\":{\"text\":\"x\"}},\"two\":{\"value\":{\"number\":5}},\"more\":[{\"value\":{\"number\":6}}]}";
    same(UserKinds.Generic.class, json);
    UserKinds.Generic read = decode(FastCodec.of(UserKinds.Generic.class), json);
    assertThat(read.getOne().getValue().getText()).isEqualTo("x");
    assertThat(read.getTwo().getValue().getNumber()).isEqualTo(5);
    assertThat(read.getMore().get(0).getValue().getNumber()).isEqualTo(6);
  }

  @Test
  void elementsOfSeveralClassesAreEachOfItsOwn() {
    same(
        UserKinds.Drawing.class,
        "{\"shapes\":[{\"type\":\"circle\",\"radius\":5,\"name\":\"n\"},{\"type\":\"shape\",\"name\":\"m\"}]}",
        "{\"byName\":{\"a\":{\"type\":\"circle\",\"radius\":5}}}",
        "{\"shapes\":[{\"type\":\"nonsense\"}]}");
  }

  @Test
  void whatAFieldIgnoresIsIgnoredThereOnly() {
    String json = "{\"one\":{\"text\":\"x\",\"q\":1},\"two\":{\"text\":\"y\"}}";
    same(UserKinds.Ignoring.class, json);
    UserKinds.Ignoring read = decode(FastCodec.of(UserKinds.Ignoring.class), json);
    assertThat(read.getOne().getText()).isNull();
    assertThat(read.getTwo().getText()).isEqualTo("y");
  }

  @Test
  void namesMayBeInAnyCaseWhereTheClassSaysSo() {
    same(UserKinds.AnyCase.class, "{\"TEXT\":\"x\"}", "{\"text\":\"x\"}");
  }

  @Test
  void aMapWithoutASetterIsFilled() {
    same(
        UserKinds.OpenMap.class,
        "{\"z\":1}",
        "{\"getterOnly\":{\"a\":1},\"z\":2}",
        "{\"additional\":{\"a\":1},\"z\":2}");
  }

  @Test
  void whatASetterRefusesIsRefused() {
    same(
        UserKinds.Choosy.class,
        "{\"text\":\"bad\"}",
        "{\"text\":null}",
        "{\"bad\":5}",
        "{\"text\":\"good\",\"good\":5}");
  }

  @Test
  void managedFieldsAreNotSaidToBeLeftOutWhereJacksonReadsTheMetadata() {
    same(
        UserKinds.OwnMetadata.class,
        "{\"metadata\":{\"name\":\"a\",\"selfLink\":\"x\",\"managedFields\":[{\"manager\":\"m\"}]}}");
    assertThat(FastCodec.of(UserKinds.OwnMetadata.class)
            .withoutManagedFields()
            .leavesOutManagedFields())
        .isFalse();
  }

  @Test
  void aNumberIsNotTakenForTheBeginningOfALongerOne() {
    FastCodec<UserKinds.Payment> sharing =
        FastCodec.of(UserKinds.Payment.class).sharingEqualParts();
    for (String number : new String[] {
      "1234567890.123456", "1234567890.1234567", "1234567890.123456e2", "1234567890.123456"
    }) {
      String json = "{\"money\":" + number + "}";
      assertThat(outcome(sharing, json))
          .isEqualTo(outcome(ModelCodec.of(UserKinds.Payment.class), json));
    }
  }

  @Test
  void anEmptyStringIsTakenWhereAStringIsTheRightType() {
    List<String> refused = new ArrayList<>();
    for (String field : List.of(
        "start", "wait", "instant", "offset", "day", "date", "uuid", "uri", "mode", "letter",
        "small", "builder", "bytes")) {
      for (String text : List.of("", " ", "nonsense")) {
        String json = "{\"" + field + "\":\"" + text + "\"}";
        same(UserKinds.Texts.class, json);
        if (sameAsTheLibrary(UserKinds.Texts.class, json).equals(REFUSED)) {
          refused.add(field + "=" + text);
        }
      }
    }
    sameAsTheLibrary(UserKinds.Texts.class, "{\"waits\":[\"\",\"PT1S\"],\"starts\":{\"a\":\"\"}}");
    assertThat(refused)
        .as("neither does the library")
        .contains("mode=", "start=nonsense", "wait=nonsense")
        .doesNotContain("start=", "wait=", "uuid=");
  }

  @Test
  void aStringIsRefusedWhereItIsTheWrongTypeThoughTheLibraryReadsIt() {
    for (String json : List.of(
        "{\"count\":\"5\"}",
        "{\"count\":\"\"}",
        "{\"total\":\"\"}",
        "{\"share\":\"\"}",
        "{\"price\":\"\"}",
        "{\"ready\":\"\"}",
        "{\"counts\":[\"\"]}",
        "{\"counts\":\"\"}",
        "{\"names\":\"\"}")) {
      same(UserKinds.Counts.class, json);
      assertThat(outcome(FastCodec.of(UserKinds.Counts.class), json)).as(json).isEqualTo(REFUSED);
    }
    assertThat(ofTheLibrary(UserKinds.Counts.class, "{\"count\":\"5\"}")).contains("\"count\":5");
  }

  /** What both make of it. */
  private static <T extends HasMetadata> String sameAsTheLibrary(Class<T> type, String json) {
    String expected = ofTheLibrary(type, json);
    assertThat(outcome(FastCodec.of(type), json)).as(json).isEqualTo(expected);
    assertThat(outcome(FastCodec.of(type).sharingEqualParts(), json)).as(json).isEqualTo(expected);
    return expected;
  }

  private static <T extends HasMetadata> String ofTheLibrary(Class<T> type, String json) {
    try {
      return written(new KubernetesSerialization().unmarshal(json, type));
    } catch (KubernetesClientException | IllegalArgumentException refused) {
      return REFUSED;
    }
  }

  private static <T extends HasMetadata> void same(Class<T> type, String... documents) {
    FastCodec<T> plain = FastCodec.of(type);
    FastCodec<T> sharing = FastCodec.of(type).sharingEqualParts();
    for (String json : documents) {
      String expected = outcome(ModelCodec.of(type), json);
      assertThat(outcome(plain, json)).as(json).isEqualTo(expected);
      assertThat(outcome(sharing, json)).as(json).isEqualTo(expected);
      assertThat(outcome(sharing, json)).as("again " + json).isEqualTo(expected);
    }
  }

  private static <T> String outcome(Codec<T> codec, String json) {
    try {
      return written(decode(codec, json));
    } catch (DecodeException refused) {
      return REFUSED;
    }
  }

  private static String written(Object object) {
    return new String(ModelMapper.shared().bytes(object), StandardCharsets.UTF_8);
  }

  private static <T> T decode(Codec<T> codec, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return codec.decode(bytes, 0, bytes.length);
  }
}
