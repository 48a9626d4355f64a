package dev.informant.apiserver;

import dev.informant.apiserver.internal.core.ApiCore;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Creates custom resource definitions in the core of a server. Stateless. */
final class Definitions {
  private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private Definitions() {}

  static void create(ApiCore core, String text) {
    for (String document : text.split("(?m)^---.*$")) {
      if (!document.isBlank()) {
        ApiResponse response = core.handle(new ApiRequest(
                "POST",
                PATH,
                Map.of(),
                Map.of("content-type", "application/yaml", "accept", "application/json"),
                document.getBytes(StandardCharsets.UTF_8),
                "system:admin",
                List.of("system:masters")))
            .join();
        if (response.status() != HttpURLConnection.HTTP_CREATED) {
          throw new IllegalArgumentException(
              "the custom resource definition was refused: " + response.status()
                  + (response instanceof ApiResponse.Complete answer
                      ? ": " + new String(answer.body(), StandardCharsets.UTF_8)
                      : ""));
        }
      }
    }
  }
}
