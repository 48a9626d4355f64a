package dev.informant.apiserver.core;

import dev.informant.apiserver.registry.ResourceRegistry;
import org.jspecify.annotations.Nullable;

/** Requests about anything but resources: discovery, health, version. Thread-safe. */
final class OtherRequests {
  private final ResourceRegistry registry;
  private final CoreOptions options;

  OtherRequests(ResourceRegistry registry, CoreOptions options) {
    this.registry = registry;
    this.options = options;
  }

  ApiResponse answer(Responses responses, @Nullable RequestPath path) {
    return switch (responses.request().path()) {
      case "/healthz", "/livez", "/readyz" -> responses.text(200, "ok");
      default -> responses.pageNotFound();
    };
  }
}
