package dev.informant.verification.conformance;

import java.util.List;

/** §11: discovery, version, health, OpenAPI. */
final class DiscoveryScripts {
  private DiscoveryScripts() {}

  static List<ConformanceScript> all() {
    return List.of(legacy(), aggregated(), other());
  }

  private static ConformanceScript legacy() {
    ConformanceScript script = new ConformanceScript("11", "legacy");
    script.get("/api").get("/apis").get("/api/v1");
    for (String group : List.of(
        "apps",
        "batch",
        "autoscaling",
        "policy",
        "coordination.k8s.io",
        "networking.k8s.io",
        "storage.k8s.io",
        "rbac.authorization.k8s.io",
        "discovery.k8s.io",
        "events.k8s.io",
        "scheduling.k8s.io",
        "node.k8s.io",
        "apiextensions.k8s.io",
        "authentication.k8s.io",
        "authorization.k8s.io",
        "admissionregistration.k8s.io",
        "certificates.k8s.io",
        "flowcontrol.apiserver.k8s.io",
        "apiregistration.k8s.io",
        "resource.k8s.io")) {
      script.get("/apis/" + group);
      script.get("/apis/" + group + (group.equals("autoscaling") ? "/v2" : "/v1"));
    }
    script
        .get("/apis/autoscaling/v1")
        .get("/apis/unknown")
        .get("/apis/apps/v2")
        .get("/api/")
        .get("/apis/");
    return script;
  }

  private static ConformanceScript aggregated() {
    ConformanceScript script = new ConformanceScript("11", "aggregated");
    String accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    script.with("Accept", accept).get("/api");
    script.with("Accept", accept).get("/apis");
    script.with("Accept", accept + ";profile=nopeer,application/json").get("/api");
    script
        .with(
            "Accept",
            "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json")
        .get("/api");
    script
        .with("Accept", "application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList")
        .get("/api");
    script.with("Accept", accept).get("/apis/apps");
    script.with("Accept", "application/yaml").get("/api");
    script.with("Accept", "text/html").get("/api");
    return script;
  }

  private static ConformanceScript other() {
    ConformanceScript script = new ConformanceScript("11", "other");
    script.get("/healthz").get("/livez").get("/readyz").get("/healthz/ping").get("/livez/ping");
    script.get("/openapi/v3/unknown");
    script.get("/openapi/v2/unknown");
    script.with("Accept", "text/html").get("/openapi/v2");
    script.get("/version/");
    script.raw("POST", "/version", "");
    script.raw("POST", "/healthz", "");
    script.raw("DELETE", "/api", "");
    return script;
  }
}
