package dev.informant.kubernetes.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CodecTest {
  private static final String POD =
      "{\"metadata\":{\"name\":\"web\",\"namespace\":\"prod\",\"uid\":\"u\",\"resourceVersion\":\"7\","
          + "\"labels\":{\"app\":\"x\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"limits\":"
          + "{\"cpu\":\"100m\",\"memory\":1024}}}],\"unheardOf\":{\"a\":[1]}}}";

  @Test
  void modelsDecodeAsTheirLibraryDecodesThem() {
    Pod pod = decode(ModelCodec.of(Pod.class), POD);
    assertThat(pod).isEqualTo(new KubernetesSerialization().unmarshal(POD, Pod.class));
    assertThat(pod.getKind()).isEqualTo("Pod");
    assertThat(pod.getSpec().getContainers().get(0).getResources().getLimits().get("cpu"))
        .isEqualTo(new Quantity("100m"));
    assertThat(pod.getSpec().getAdditionalProperties()).containsKey("unheardOf");
    var accessor = ModelCodec.of(Pod.class).accessor();
    assertThat(accessor.key(pod)).isEqualTo("prod/web");
    assertThat(accessor.uid(pod)).isEqualTo("u");
    assertThat(accessor.resourceVersion(pod)).isEqualTo("7");
    assertThat(accessor.labels(pod)).isEqualTo(Map.of("app", "x"));
  }

  @Test
  void timesAreRead() {
    Lease lease = decode(
        ModelCodec.of(Lease.class), "{\"spec\":{\"renewTime\":\"2026-01-02T03:04:05.123456Z\"}}");
    assertThat(lease.getSpec().getRenewTime()).isNotNull();
  }

  @Test
  void scalarsAreNotCoerced() {
    refuse(ModelCodec.of(ConfigMap.class), "{\"metadata\":{\"name\":5}}", "metadata.name");
    refuse(ModelCodec.of(ConfigMap.class), "{\"data\":{\"a\":true}}", "data.a");
    refuse(ModelCodec.of(Deployment.class), "{\"spec\":{\"replicas\":\"3\"}}", "spec.replicas");
    refuse(ModelCodec.of(Deployment.class), "{\"spec\":{\"replicas\":3.5}}", "spec.replicas");
    refuse(ModelCodec.of(Deployment.class), "{\"spec\":{\"paused\":\"true\"}}", "spec.paused");
    refuse(ModelCodec.of(Deployment.class), "{\"spec\":{\"paused\":1}}", "spec.paused");
  }

  @Test
  void whatCannotBeReadIsNeverQuoted() {
    assertThatThrownBy(
            () -> decode(ModelCodec.of(Deployment.class), "{\"spec\":{\"replicas\":\"hunter2\"}}"))
        .isInstanceOf(DecodeException.class)
        .hasNoCause()
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> decode(ModelCodec.of(Deployment.class), "{\"spec\":hunter2}"))
        .isInstanceOf(DecodeException.class)
        .hasNoCause()
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void brokenObjectsAreRefused() {
    for (String broken : new String[] {"", "null", "5", "\"x\"", "[]", "{\"a\"}", "{} {}", "{"}) {
      assertThatThrownBy(() -> decode(ModelCodec.of(Pod.class), broken))
          .as(broken)
          .isInstanceOf(DecodeException.class);
      assertThatThrownBy(() -> decode(new TreeCodec(TypeMeta.UNKNOWN), broken))
          .as(broken)
          .isInstanceOf(DecodeException.class);
    }
  }

  @Test
  void nestingBeyondReasonIsRefusedNotOverflown() {
    String deep = "{\"spec\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertThatThrownBy(() -> decode(ModelCodec.of(Pod.class), deep))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> decode(new TreeCodec(TypeMeta.UNKNOWN), deep))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void kindsWithoutAClassGetTheirTypeFilledIn() {
    TypeMeta expected = new TypeMeta("example.com/v1", "Widget");
    var generic =
        decode(ModelCodec.generic(expected), "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"b\":1}}");
    assertThat(generic.getKind()).isEqualTo("Widget");
    assertThat(generic.getApiVersion()).isEqualTo("example.com/v1");
    assertThat(generic.<Object>get("spec", "b")).isEqualTo(1);

    var codec = new TreeCodec(expected);
    var tree = decode(codec, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}}");
    assertThat(codec.typeOf(tree)).isEqualTo(expected);
    assertThat(codec.accessor().labels(tree)).isEqualTo(Map.of("x", "y"));
    assertThat(codec.accessor().key(tree)).isEqualTo("a");
    assertThat(codec.accessor().uid(tree)).isEmpty();
  }

  @Test
  void customResourceClassesWork() {
    ModelCodec<Widget> codec = ModelCodec.of(Widget.class);
    assertThat(codec.expected()).isEqualTo(new TypeMeta("example.com/v1", "Widget"));
    Widget widget = decode(
        codec,
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"size\":3}}");
    assertThat(widget.getSpec().size).isEqualTo(3);
  }

  @Group("example.com")
  @Version("v1")
  static final class Widget extends CustomResource<WidgetSpec, Void> implements Namespaced {
    private static final long serialVersionUID = 1;
  }

  static final class WidgetSpec {
    public int size;
  }

  private static <T> T decode(Codec<T> codec, String json) {
    byte[] bytes = ("??" + json + "??").getBytes(StandardCharsets.UTF_8);
    return codec.decode(bytes, 2, bytes.length - 4);
  }

  private static void refuse(Codec<?> codec, String json, String path) {
    assertThatThrownBy(() -> decode(codec, json))
        .as(json)
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining(path);
  }
}
