package dev.informant.verification.conformance;

import java.util.ArrayList;
import java.util.List;

/** §2: URLs and verbs. */
final class RequestScripts {
  private RequestScripts() {}

  static List<ConformanceScript> all() {
    List<ConformanceScript> scripts = new ArrayList<>();
    scripts.add(paths());
    scripts.add(verbs());
    scripts.add(queryFlags());
    scripts.add(namespaces());
    scripts.add(headers());
    scripts.add(methods());
    return scripts;
  }

  private static ConformanceScript paths() {
    ConformanceScript script = new ConformanceScript("2", "paths").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'},'data':{'k':'v'}}");
    for (String path : List.of(
        "/api/v1/namespaces/nowhere/configmaps",
        "/api/v1/namespaces/nowhere/configmaps/a",
        "/api/v1/namespaces/nowhere",
        "/api/v1/unknowns",
        "/api/v2",
        "/api/v1/namespaces/default/unknowns",
        "/api/v1/namespaces/default/unknowns/a",
        "/apis/unknown.example.com/v1",
        "/apis/unknown.example.com/v1/things",
        "/apis/apps/v9/deployments",
        "/apis/apps/v1/unknowns",
        "/unknown",
        "/api/v1/nodes/missing",
        "/apis/apps/v1/namespaces/default/deployments/missing",
        "/api/v1/namespaces/default/configmaps/a/unknown",
        "/api/v1/namespaces/default/nodes",
        "/apis/apps/v1/nodes",
        "/api/v1/configmaps/a",
        script.core("configmaps"),
        script.core("configmaps/a"),
        script.core("configmaps/a/"),
        script.core("configmaps/a/status"),
        "/api/v1/namespaces/" + script.namespace(),
        "/api/v1/namespaces/" + script.namespace() + "/status",
        "/api/v1/namespaces/" + script.namespace() + "/unknown")) {
      script.get(path);
    }
    return script;
  }

  private static ConformanceScript verbs() {
    ConformanceScript script = new ConformanceScript("2", "verbs").inNamespace();
    String all = "/api/v1/configmaps";
    script.post(all, "{'metadata':{'name':'a'}}");
    script.put(all, "{'metadata':{'name':'a'}}");
    script.mergePatch(all, "{}");
    script.post(script.core("configmaps/a"), "{'metadata':{'name':'a'}}");
    script.post("/api/v1/componentstatuses", "{'metadata':{'name':'a'}}");
    script.get("/api/v1/namespaces/default/bindings");
    script.delete("/apis/authorization.k8s.io/v1/subjectaccessreviews");
    script.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
    script.get("/api/v1/componentstatuses?watch=1");
    script.delete("/api/v1/namespaces");
    return script;
  }

  private static ConformanceScript queryFlags() {
    ConformanceScript script = new ConformanceScript("2", "query flags").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    for (String value : List.of("0", "false", "False", "FALSE")) {
      script.get(path + "?watch=" + value);
    }
    for (String value : List.of("", "1", "true", "yes")) {
      script.open("w" + value, path + "?timeoutSeconds=1&watch=" + value).finish("w" + value);
    }
    script.open("bare", path + "?timeoutSeconds=1&watch").finish("bare");
    script.get(path + "/a?watch=1");
    script.get(path + "?unknown=1&limit=0");
    script.get(path + "?limit=abc");
    script.get(path + "?limit=-1");
    script.get(path + "?timeoutSeconds=abc");
    script.get(path + "?timeout=abc");
    script.get(path + "?timeout=10s");
    script.get(path + "?allowWatchBookmarks=maybe");
    script
        .open(
            "legacy",
            "/api/v1/watch/namespaces/" + script.namespace() + "/configmaps?timeoutSeconds=1")
        .finish("legacy");
    script
        .open(
            "one",
            "/api/v1/watch/namespaces/" + script.namespace() + "/configmaps/a?timeoutSeconds=1")
        .finish("one");
    return script;
  }

  private static ConformanceScript namespaces() {
    ConformanceScript script = new ConformanceScript("2", "namespaces").inNamespace();
    script.post("/api/v1/namespaces/nowhere/configmaps", "{'metadata':{'name':'a'}}");
    script.post(
        "/apis/apps/v1/namespaces/nowhere/deployments",
        "{'metadata':{'name':'a'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
    script.delete("/api/v1/namespaces/" + script.namespace());
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    script.post(script.group("coordination.k8s.io/v1", "leases"), "{'metadata':{'name':'a'}}");
    script.get(script.core("configmaps"));
    script.delete("/api/v1/namespaces/" + script.namespace());
    script.put(
        "/api/v1/namespaces/" + script.namespace() + "/finalize",
        "{'metadata':{'name':'" + script.namespace() + "'},'spec':{'finalizers':[]}}");
    script.get("/api/v1/namespaces/" + script.namespace());
    script.delete("/api/v1/namespaces/default");
    script.post("/api/v1/namespaces", "{'metadata':{'name':'kube-system'}}");
    return script;
  }

  private static ConformanceScript headers() {
    ConformanceScript script = new ConformanceScript("2", "headers").inNamespace();
    String path = script.core("configmaps");
    script.with("Audit-Id", "mine").get(path);
    script.with("User-Agent", "curl/8").get(path);
    script.get(path + "?pretty=true");
    script.get(path + "?pretty=1");
    script.with("User-Agent", "curl/8").get(path + "?pretty=false");
    script.with("User-Agent", "Mozilla/5.0 x").get(path + "/missing");
    return script;
  }

  private static ConformanceScript methods() {
    ConformanceScript script = new ConformanceScript("2", "methods").inNamespace();
    script.raw("HEAD", script.core("configmaps"), "");
    script.raw("OPTIONS", script.core("configmaps"), "");
    script.raw("TRACE", script.core("configmaps"), "");
    script.raw("FOO", script.core("configmaps"), "");
    return script;
  }
}
