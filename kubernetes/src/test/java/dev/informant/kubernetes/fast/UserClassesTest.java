package dev.informant.kubernetes.fast;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.ModelMapper;
import dev.informant.kubernetes.stream.DecodeException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.charset.StandardCharsets;
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
      return ModelMapper.shared().mapper().writeValueAsString(decode(codec, json));
    } catch (DecodeException refused) {
      return REFUSED;
    } catch (JsonProcessingException unwritable) {
      throw new AssertionError(unwritable);
    }
  }

  private static <T> T decode(Codec<T> codec, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return codec.decode(bytes, 0, bytes.length);
  }
}
