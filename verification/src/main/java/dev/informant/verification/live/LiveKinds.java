package dev.informant.verification.live;

import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.RawApi;
import java.io.IOException;
import java.util.List;

/** What is written and followed: four built-in kinds and a custom one. Stateless. */
final class LiveKinds {
  static final String GROUP = "live.example.com";

  private static final String TEMPLATE =
      "\"metadata\":{\"labels\":{\"app\":\"live\"}},\"spec\":{\"containers\":"
          + "[{\"name\":\"web\",\"image\":\"web:1\",\"resources\":{\"requests\":{\"cpu\":\"250m\"}}}]}";

  static final List<Churn.Kind> ALL = List.of(
      Churn.CONFIG_MAPS,
      new Churn.Kind(
          "/api/v1",
          "secrets",
          "\"type\":\"Opaque\",\"stringData\":{\"value\":\"%d\"}",
          "\"stringData\":{\"value\":\"%d\"}"),
      new Churn.Kind(
          "/api/v1",
          "pods",
          "\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:%d\",\"env\":[{\"name\":\"A\",\"value\":\"%d\"}]}]}",
          "\"spec\":{\"activeDeadlineSeconds\":null,\"containers\":[{\"name\":\"web\",\"image\":\"web:%d\"}]}"),
      new Churn.Kind(
          "/apis/apps/v1",
          "deployments",
          "\"spec\":{\"replicas\":%d,\"selector\":{\"matchLabels\":{\"app\":\"live\"}},\"template\":{"
              + TEMPLATE + "}}",
          "\"spec\":{\"replicas\":%d}"),
      new Churn.Kind(
          "/apis/" + GROUP + "/v1",
          "widgets",
          "\"apiVersion\":\"" + GROUP
              + "/v1\",\"kind\":\"Widget\",\"spec\":{\"size\":%d,\"parts\":[{\"a\":1.5},\"b\",null,true]}",
          "\"spec\":{\"size\":%d}"));

  private LiveKinds() {}

  /** Defines the custom kind and waits until it is served. */
  static void define(RawApi api) throws IOException, InterruptedException {
    api.ensure(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{\"metadata\":{\"name\":\"widgets." + GROUP + "\"},\"spec\":{\"group\":\"" + GROUP
            + "\",\"scope\":\"Namespaced\",\"names\":{\"kind\":\"Widget\",\"plural\":\"widgets\"},\"versions\":"
            + "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":"
            + "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}");
    long begin = System.nanoTime();
    while (true) {
      try {
        api.get("/apis/" + GROUP + "/v1/widgets");
        return;
      } catch (IOException notYet) {
        if (System.nanoTime() - begin > 240_000_000_000L) {
          throw notYet;
        }
        Thread.sleep(100);
      }
    }
  }
}
