package dev.informant.kubernetes.internal.fast.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.internal.fast.FastCodec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lists and maps of objects that share parts: as those of the model library in everything but that nobody can change them. */
class FixedContainersTest {
  private static ValueStack pushed(boolean fixed, @Nullable Object... values) {
    ValueStack stack = new ValueStack(fixed);
    stack.push("below");
    for (Object value : values) {
      stack.push(value);
    }
    return stack;
  }

  @Test
  void aMapIsWhatALinkedHashMapIs() {
    for (int size = 0; size < 40; size++) {
      Map<String, @Nullable Object> expected = new LinkedHashMap<>();
      for (int i = size; i > 0; i--) {
        expected.put("name-" + i, i % 7 == 0 ? null : "value-" + i);
      }
      List<@Nullable Object> flat = new ArrayList<>();
      expected.forEach((name, value) -> {
        flat.add(name);
        flat.add(value);
      });
      ValueStack stack = pushed(/* fixed= */ true, flat.toArray());
      Map<String, @Nullable Object> map = stack.popMap(1);
      assertThat(stack.height()).isEqualTo(1);
      assertThat(map).isEqualTo(expected).hasSize(size).hasToString(expected.toString());
      assertThat(expected).isEqualTo(map);
      assertThat(map.hashCode()).isEqualTo(expected.hashCode());
      assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(expected.keySet()));
      assertThat(new ArrayList<>(map.values())).isEqualTo(new ArrayList<>(expected.values()));
      List<@Nullable Object> walked = new ArrayList<>();
      map.forEach((name, value) -> {
        walked.add(name);
        walked.add(value);
      });
      assertThat(walked).isEqualTo(flat);
      for (int i = 0; i <= size; i++) {
        assertThat(map.get("name-" + i)).isEqualTo(expected.get("name-" + i));
        assertThat(map.containsKey("name-" + i)).isEqualTo(expected.containsKey("name-" + i));
      }
      assertThat(map.get(null)).isNull();
    }
  }

  @Test
  void aListIsWhatAnArrayListIs() {
    for (int size = 0; size < 6; size++) {
      List<@Nullable Object> expected = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        expected.add(i % 2 == 1 ? null : "element-" + i);
      }
      ValueStack stack = pushed(/* fixed= */ true, expected.toArray());
      List<@Nullable Object> list = stack.popList(1);
      assertThat(stack.height()).isEqualTo(1);
      assertThat(list).isEqualTo(expected).hasSize(size).hasToString(expected.toString());
      assertThat(expected).isEqualTo(list);
      assertThat(list.hashCode()).isEqualTo(expected.hashCode());
      assertThat(list.toArray()).isEqualTo(expected.toArray()).isInstanceOf(Object[].class);
      assertThat(list.contains(null)).isEqualTo(expected.contains(null));
      assertThatThrownBy(() -> list.get(list.size())).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> list.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void nobodyCanChangeThemWhereTheyAreSharedAndEverybodyElsewhere() {
    Map<String, @Nullable Object> map = pushed(/* fixed= */ true, "a", "b").popMap(1);
    assertThatThrownBy(() -> map.put("a", "c")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.entrySet().iterator().next().setValue("c"))
        .isInstanceOf(UnsupportedOperationException.class);
    for (int size = 0; size < 4; size++) {
      List<@Nullable Object> list =
          pushed(/* fixed= */ true, new @Nullable Object[size]).popList(1);
      assertThatThrownBy(() -> list.add("c")).isInstanceOf(UnsupportedOperationException.class);
    }
    pushed(/* fixed= */ false, "a", "b").popMap(1).put("a", "c");
    pushed(/* fixed= */ false, "a", "b").popList(1).add("c");
  }

  @Test
  void anObjectCanBeCopiedBuiltOnAndSerialised() throws IOException, ClassNotFoundException {
    String labels = IntStream.range(0, 5)
        .mapToObj(i -> "\"l" + i + "\":\"v\"")
        .collect(Collectors.joining(",", "{", "}"));
    byte[] bytes =
        ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"labels\":" + labels
                + "},\"spec\":{\"containers\":[{\"name\":\"a\",\"args\":[\"1\",\"2\",\"3\"],\"resources\":{\"limits\":{\"cpu\":\"1\"}}},"
                + "{\"name\":\"b\",\"args\":[\"1\"]}],\"nodeSelector\":{}},\"more\":{\"x\":[1,{}]}}")
            .getBytes(StandardCharsets.UTF_8);
    FastCodec<Pod> codec = FastCodec.of(Pod.class).sharingEqualParts();
    Pod pod = codec.decode(bytes, 0, bytes.length);
    Pod expected = ModelCodec.of(Pod.class).decode(bytes, 0, bytes.length);
    assertThat(codec.deepCopy().apply(pod)).isEqualTo(expected);

    Pod built = new PodBuilder(pod)
        .editMetadata()
        .addToLabels("mine", "yes")
        .endMetadata()
        .editSpec()
        .editFirstContainer()
        .addToArgs("4")
        .endContainer()
        .addNewContainer()
        .withName("c")
        .endContainer()
        .endSpec()
        .build();
    assertThat(built.getMetadata().getLabels()).hasSize(6);
    assertThat(built.getSpec().getContainers()).hasSize(3);
    assertThat(built.getSpec().getContainers().get(0).getArgs())
        .containsExactly("1", "2", "3", "4");
    assertThat(pod).isEqualTo(expected);

    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
      out.writeObject(pod);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(stream.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(expected);
    }
  }
}
