package dev.informant.kubernetes.internal.fast.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.internal.fast.read.FastReader;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import dev.informant.kubernetes.internal.fast.share.StringCache;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.AnyType;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.fabric8.kubernetes.api.model.runtime.RawExtension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No decoder takes a value of one type of JSON for another: every field of every class of the models is tried. */
@Timeout(300)
class ScalarCoercionTest {
  private static final ObjectMapper MAPPER = ModelMapper.shared().mapper();
  private static final List<String> NO_TEXT = List.of("5", "1.5", "true", "{}", "[]", "[\"x\"]");
  private static final List<String> NO_INTEGER =
      List.of("\"5\"", "\"\"", "1.5", "1e400", "true", "{}", "[]", "[5]");
  /** More than 64 bits; cut to 64 bits most of these would be another number that is valid. */
  private static final List<String> NO_LONG = List.of(
      "9223372036854775808",
      "-9223372036854775809",
      "9999999999999999999",
      "-9999999999999999999",
      "10000000000000000000",
      "18446744073709551615",
      "18446744073709551616",
      "18446744073709551621",
      "-18446744073709551621",
      "36893488147419103237",
      "123456789012345678901234567890");
  /** More than 32 bits, likewise. */
  private static final List<String> NO_INT =
      List.of("2147483648", "-2147483649", "4294967295", "4294967301", "-4294967301");

  @Test
  void noFieldOfAnyModelTakesAValueOfAnotherType() {
    nothingTakesAValueOfAnotherType(new Plans(ModelRecords.NONE));
  }

  @Test
  void norDoesOneThatWasWrittenDown() {
    nothingTakesAValueOfAnotherType(new Plans(ModelRecords.SHIPPED));
  }

  private static void nothingTakesAValueOfAnotherType(Plans plans) {
    Map<String, String> taken = new TreeMap<>();
    int tried = 0;
    for (JavaType type : classes()) {
      ValuePlan plan = plans.of(type.getRawClass());
      ObjectReader reader = MAPPER.readerFor(type);
      for (BeanPropertyDefinition property : properties(type)) {
        for (String wrong : wrongFor(property.getPrimaryType())) {
          String json = "{\"" + property.getName() + "\":" + wrong + "}";
          String what = property.getPrimaryType().toCanonical() + " from " + wrong;
          String where = type.getRawClass().getSimpleName() + "." + property.getName();
          tried++;
          if (jacksonTakes(reader, json)) {
            taken.putIfAbsent(what + " by Jackson", where);
          }
          if (planTakes(plan, json)) {
            taken.putIfAbsent(what + " by the fast decoder", where);
          }
        }
      }
    }
    assertThat(taken).isEmpty();
    assertThat(tried).isGreaterThan(20_000);
  }

  @Test
  void theLeastAndTheLargestNumberOfAFieldAreRead() {
    for (long value :
        new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
      assertThat(read(ObjectMeta.class, "{\"generation\":" + value + "}").getGeneration())
          .isEqualTo(value);
    }
    for (int value : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThat(read(DeploymentSpec.class, "{\"replicas\":" + value + "}").getReplicas())
          .isEqualTo(value);
    }
  }

  @Test
  void wholeNumbersThatOverflowAreRefused() {
    Plans plans = new Plans(ModelRecords.NONE);
    for (String number : NO_LONG) {
      refused(plans, ObjectMeta.class, "{\"generation\":" + number + "}");
      refused(plans, DeploymentSpec.class, "{\"replicas\":" + number + "}");
    }
    for (String number : NO_INT) {
      refused(plans, DeploymentSpec.class, "{\"replicas\":" + number + "}");
    }
  }

  private static void refused(Plans plans, Class<?> type, String json) {
    assertThat(planTakes(plans.of(type), json)).as(json).isFalse();
    assertThat(jacksonTakes(MAPPER.readerFor(type), json))
        .as(json + " by Jackson")
        .isFalse();
  }

  private static <T> T read(Class<T> type, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    FastReader reader =
        new FastReader(bytes, 0, bytes.length, StringCache.NONE, null, null, /* attempt= */ false);
    return type.cast(reader.read(new Plans(ModelRecords.NONE).of(type)));
  }

  @Test
  void whatNamesAnObjectInATreeIsText() {
    TreeCodec trees = new TreeCodec(TypeMeta.UNKNOWN);
    for (String json : List.of(
        "{\"metadata\":{\"name\":5}}",
        "{\"metadata\":{\"name\":\"a\",\"namespace\":true}}",
        "{\"metadata\":{\"name\":\"a\",\"uid\":1.5}}",
        "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":7}}",
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":1}}}",
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":{}}}}",
        "{\"metadata\":{\"name\":\"a\",\"labels\":[]}}",
        "{\"metadata\":{\"name\":\"a\",\"annotations\":{\"x\":true}}}",
        "{\"metadata\":[]}",
        "{\"metadata\":\"hunter2\"}",
        "{\"kind\":5,\"metadata\":{\"name\":\"a\"}}",
        "{\"apiVersion\":true,\"metadata\":{\"name\":\"a\"}}")) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> trees.decode(bytes, 0, bytes.length))
          .as(json)
          .isInstanceOf(DecodeException.class)
          .hasMessageNotContaining("hunter2");
      assertThatThrownBy(() -> ModelCodec.generic(TypeMeta.UNKNOWN).decode(bytes, 0, bytes.length))
          .as(json)
          .isInstanceOf(DecodeException.class);
      assertThatThrownBy(() -> ModelCodec.metadata().decode(bytes, 0, bytes.length))
          .as(json)
          .isInstanceOf(DecodeException.class);
    }
    byte[] nulls = "{\"kind\":null,\"metadata\":{\"name\":\"a\",\"uid\":null,\"labels\":null}}"
        .getBytes(StandardCharsets.UTF_8);
    assertThat(trees.accessor().key(trees.decode(nulls, 0, nulls.length))).isEqualTo("a");
  }

  private static List<String> wrongFor(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == String.class || raw == ZonedDateTime.class || raw == MicroTime.class) {
      return NO_TEXT;
    } else if (isInteger(raw)) {
      return NO_INTEGER;
    } else if (raw == Boolean.class || raw == boolean.class) {
      return List.of("\"true\"", "\"\"", "1", "0", "1.5", "{}", "[]", "[true]");
    } else if (Number.class.isAssignableFrom(raw)) {
      return List.of("\"1.5\"", "\"NaN\"", "\"\"", "true", "{}", "[]", "[1]");
    } else if (raw == Quantity.class) {
      return List.of("true", "false", "{}", "[]", "[1]", "\"\"", "{\"amount\":\"5\"}");
    } else if (raw == IntOrString.class) {
      return List.of("true", "1.5", "12345678901", "{}", "[]", "[1]");
    } else if (raw == Duration.class) {
      return NO_TEXT;
    } else if (raw.getSimpleName().equals("JSONSchemaPropsOrBool")) {
      return List.of("\"x\"", "\"\"", "5", "1.5", "[]");
    } else if (raw.getSimpleName().equals("JSONSchemaPropsOrArray")) {
      return List.of("\"x\"", "\"\"", "5", "true", "[5]", "[\"x\"]");
    } else if (raw.getSimpleName().equals("JSONSchemaPropsOrStringArray")) {
      return List.of("\"x\"", "\"\"", "5", "true", "[5]", "[true]");
    } else if (raw.isEnum()) {
      return List.of("0", "1.5", "true", "\"\"", "\"nonsense\"", "{}", "[]");
    } else if (type.isMapLikeType()) {
      List<String> all = new ArrayList<>(List.of("\"x\"", "\"\"", "5", "true", "[]"));
      wrongFor(type.getContentType()).forEach(wrong -> all.add("{\"k\":" + wrong + "}"));
      return all;
    } else if (type.isCollectionLikeType()) {
      List<String> all = new ArrayList<>(List.of("\"x\"", "\"\"", "5", "true", "{}"));
      wrongFor(type.getContentType()).forEach(wrong -> all.add("[" + wrong + "]"));
      return all;
    } else if (isAnything(raw)) {
      return List.of();
    }
    return List.of("\"x\"", "\"\"", "5", "true", "[]");
  }

  private static boolean isInteger(Class<?> raw) {
    return Set.<Class<?>>of(Integer.class, int.class, Long.class, long.class).contains(raw);
  }

  private static boolean isAnything(Class<?> raw) {
    return raw == Object.class
        || raw.isInterface()
        || AnyType.class.isAssignableFrom(raw)
        || raw == RawExtension.class
        || JsonNode.class.isAssignableFrom(raw);
  }

  /** All classes that objects of all kinds are made of. */
  private static Set<JavaType> classes() {
    Set<JavaType> all = new LinkedHashSet<>();
    ArrayDeque<JavaType> next = new ArrayDeque<>();
    ModelKinds.all().forEach(kind -> next.add(MAPPER.constructType(kind)));
    while (!next.isEmpty()) {
      JavaType type = next.remove();
      if (type.isContainerType()) {
        next.add(type.getContentType());
      } else if (type.getRawClass().getName().startsWith("io.fabric8.")
          && type.getRawClass() != Quantity.class
          && type.getRawClass() != MicroTime.class
          && !type.getRawClass().isEnum()
          && !isAnything(type.getRawClass())
          && all.add(type)) {
        properties(type).forEach(property -> next.add(property.getPrimaryType()));
      }
    }
    return all;
  }

  private static List<BeanPropertyDefinition> properties(JavaType type) {
    return MAPPER.getDeserializationConfig().introspect(type).findProperties().stream()
        .filter(property ->
            property.couldDeserialize() && !property.getName().equals("additionalProperties"))
        .toList();
  }

  private static boolean jacksonTakes(ObjectReader reader, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try {
      ModelMapper.read(reader, bytes, 0, bytes.length);
      return true;
    } catch (DecodeException refused) {
      return false;
    }
  }

  private static boolean planTakes(ValuePlan plan, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try {
      FastReader reader = new FastReader(
          bytes, 0, bytes.length, StringCache.NONE, null, null, /* attempt= */ false);
      reader.read(plan);
      return true;
    } catch (DecodeException refused) {
      return false;
    }
  }
}
