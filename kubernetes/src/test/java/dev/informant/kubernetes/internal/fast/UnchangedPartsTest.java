package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is taken over from the version before, and that it shows in nothing but the cost. */
@Timeout(300)
class UnchangedPartsTest {
  private static final ObjectMapper MAPPER = ModelMapper.shared().mapper();

  private final FastCodec<Pod> codec = FastCodec.of(Pod.class).sharingEqualParts();

  @Test
  void anUnchangedSpecIsTheOneOfTheVersionBefore() {
    Pod before = changed(codec, pod("u", "1", "a", "Pending"));
    Pod after = changed(codec, pod("u", "2", "a", "Running"));
    assertThat(after.getSpec()).isSameAs(before.getSpec());
    assertThat(after.getStatus().getPhase()).isEqualTo("Running");
    assertThat(after.getMetadata().getResourceVersion()).isEqualTo("2");
  }

  @Test
  void aChangedSpecIsDecodedAndThenKept() {
    Pod before = changed(codec, pod("u", "1", "a", "Running"));
    Pod other = changed(codec, pod("u", "2", "b", "Running"));
    Pod after = changed(codec, pod("u", "3", "b", "Running"));
    assertThat(before.getSpec().getNodeName()).isEqualTo("a");
    assertThat(other.getSpec().getNodeName()).isEqualTo("b");
    assertThat(after.getSpec()).isSameAs(other.getSpec());
  }

  @Test
  void aSpecThatBecameLongerOrShorterIsReadWhole() {
    for (String node : List.of("a", "abcdefgh", "a", "", "ab")) {
      assertThat(changed(codec, pod("u", "1", node, "Running")).getSpec().getNodeName())
          .isEqualTo(node);
    }
  }

  @Test
  void anObjectCutShortInsideAnUnchangedPartIsRefused() {
    byte[] whole = pod("u", "1", "a", "Running");
    changed(codec, whole);
    for (int cut = 1; cut < 400; cut++) {
      byte[] part = Arrays.copyOf(whole, whole.length - cut);
      assertThat(outcome(codec, part)).as("%s bytes missing", cut).isNull();
    }
  }

  @Test
  void nothingIsTakenOverWhereObjectsShareNothing() {
    FastCodec<Pod> plain = FastCodec.of(Pod.class);
    Pod before = changed(plain, pod("u", "1", "a", "Running"));
    assertThat(changed(plain, pod("u", "2", "a", "Running")).getSpec())
        .isEqualTo(before.getSpec())
        .isNotSameAs(before.getSpec());
  }

  @Test
  void manyObjectsAreRememberedEach() {
    List<Pod> alive = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      alive.add(changed(codec, pod("uid-" + i, "1", "node-" + i, "Pending")));
    }
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    alive.forEach(pod -> known.add(pod.getSpec()));
    int same = 0;
    for (int i = 0; i < alive.size(); i++) {
      Pod after = changed(codec, pod("uid-" + i, "2", "node-" + i, "Running"));
      assertThat(after.getSpec()).isEqualTo(alive.get(i).getSpec());
      same += known.contains(after.getSpec()) ? 1 : 0;
    }
    assertThat(same).isGreaterThan(2_000);
  }

  @Test
  void versionsOfEveryKindAreDecodedAsTheModelLibraryDecodesThem() throws IOException {
    int compared = 0;
    for (Class<? extends HasMetadata> type : ModelKinds.all()) {
      FastCodec<? extends HasMetadata> fast = FastCodec.of(type).sharingEqualParts();
      Codec<? extends HasMetadata> slow = ModelCodec.of(type);
      for (int step = 0; step < 8; step++) {
        ObjectNode json = new RandomObjects(step / 3).of(type);
        ObjectNode metadata = json.withObjectProperty("metadata");
        metadata.put("uid", "the same").put("resourceVersion", "" + step);
        json.put("kind", HasMetadata.getKind(type))
            .put("apiVersion", HasMetadata.getApiVersion(type));
        ObjectNode ordered = MAPPER.createObjectNode(); // metadata first, as servers send it
        ordered.set("metadata", MAPPER.createObjectNode().put("uid", "the same"));
        ordered.withObjectProperty("metadata").setAll(metadata);
        json.properties().forEach(each -> ordered.putIfAbsent(each.getKey(), each.getValue()));
        byte[] bytes = MAPPER.writeValueAsBytes(ordered);
        HasMetadata expected = decoded(slow, bytes);
        HasMetadata actual = outcome(fast, bytes);
        assertThat(actual).as("%s %d", type, step).isEqualTo(expected);
        if (expected != null) {
          compared++;
          assertThat(MAPPER.writeValueAsString(actual))
              .as("%s %d", type, step)
              .isEqualTo(MAPPER.writeValueAsString(expected));
        }
      }
    }
    assertThat(compared).isGreaterThan(1000);
  }

  private static byte[] pod(String uid, String version, String node, String phase) {
    return ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"uid\":\"" + uid
            + "\",\"resourceVersion\":\"" + version
            + "\"},\"spec\":{\"containers\":[{\"name\":\"c\","
            + "\"image\":\"" + "registry.example/".repeat(20) + "\"}],\"nodeName\":\"" + node
            + "\"},\"status\":{\"phase\":\"" + phase + "\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static <T extends HasMetadata> T changed(FastCodec<T> codec, byte[] bytes) {
    T object = outcome(codec, bytes);
    assertThat(object).isNotNull();
    return object;
  }

  /** Null if it is refused. */
  private static <T> @Nullable T decoded(Codec<T> codec, byte[] bytes) {
    try {
      return codec.decode(bytes, 0, bytes.length);
    } catch (DecodeException refused) {
      return null;
    }
  }

  /** Null if it is refused. */
  private static <T extends HasMetadata> @Nullable T outcome(FastCodec<T> codec, byte[] bytes) {
    InPlaceCodec.First<T> first = codec.decodeFirst(bytes, 0, bytes.length, /* changed= */ true);
    return first == null || first.end() < bytes.length ? null : first.object();
  }
}
