package dev.informant.verification.conformance;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** §3.1 and §3.2: what a resourceVersion means to get and list, and pages. */
final class ListScripts {
  private ListScripts() {}

  static List<ConformanceScript> all() {
    return List.of(matrix(), get(), pages(), continueTokens(), expired(), scopes(), order());
  }

  private static void three(ConformanceScript script) {
    script.inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a','labels':{'x':'1'}}}");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(script.core("configmaps"), "{'metadata':{'name':'b','labels':{'x':'2'}}}");
    script.post(script.core("configmaps"), "{'metadata':{'name':'c','labels':{'x':'1'}}}");
  }

  private static ConformanceScript matrix() {
    ConformanceScript script = new ConformanceScript("3.1", "list matrix");
    three(script);
    String path = script.core("configmaps") + "?";
    for (String version : List.of("", "0", "${rv}", "abc", "-1", "1.5")) {
      for (String match : List.of("", "Exact", "NotOlderThan", "Other")) {
        for (String limit : List.of("", "1", "2", "500")) {
          if (!version.equals("${rv}") && limit.equals("2")) {
            continue;
          }
          script.get(path
              + "resourceVersion=" + version
              + "&resourceVersionMatch=" + match
              + (limit.isEmpty() ? "" : "&limit=" + limit));
        }
      }
    }
    script.get(path + "sendInitialEvents=true");
    script.get(path + "sendInitialEvents=false");
    script.get(path + "sendInitialEvents=true&resourceVersionMatch=Exact");
    script.get(path + "resourceVersion=999999999");
    script.get(path + "resourceVersion=999999999&resourceVersionMatch=NotOlderThan&limit=1");
    script.get(path + "resourceVersion=999999999&resourceVersionMatch=Exact");
    return script;
  }

  private static ConformanceScript get() {
    ConformanceScript script = new ConformanceScript("3.1", "get");
    three(script);
    for (String version : List.of("", "0", "${rv}", "abc", "-1", "999999999")) {
      script.get(script.core("configmaps/a?resourceVersion=" + version));
    }
    script.get(script.core("configmaps/missing?resourceVersion=0"));
    script.get(script.core("configmaps/missing?resourceVersion=${rv}"));
    script.get(script.core("configmaps/a?resourceVersionMatch=Other"));
    return script;
  }

  private static ConformanceScript pages() {
    ConformanceScript script = new ConformanceScript("3.2", "pages");
    three(script);
    String path = script.core("configmaps");
    script.capture("next", "/metadata/continue").get(path + "?limit=1");
    script.capture("last", "/metadata/continue").get(path + "?limit=1&continue=${next}");
    script.post(path, "{'metadata':{'name':'bb'}}");
    script.delete(path + "/c");
    script.get(path + "?limit=1&continue=${last}");
    script.get(path + "?limit=5&continue=${next}");
    script.get(path + "?continue=${next}");
    script.get(path + "?limit=1&continue=${next}&resourceVersion=0");
    script.get(path + "?limit=1&continue=${next}&resourceVersion=${rv}");
    script.get(path + "?limit=1&continue=${next}&resourceVersionMatch=Exact");
    script.get(
        path + "?limit=1&continue=${next}&resourceVersionMatch=NotOlderThan&resourceVersion=0");
    script.capture("sel", "/metadata/continue").get(path + "?limit=1&labelSelector=x%3D1");
    script.get(path + "?limit=1&labelSelector=x%3D1&continue=${sel}");
    script.get(path + "?limit=1&fieldSelector=metadata.name%3Da");
    script.get(path + "?limit=2&fieldSelector=metadata.name!%3Da");
    script.get("/api/v1/namespaces/nowhere/configmaps?limit=1");
    return script;
  }

  private static String token(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ConformanceScript continueTokens() {
    ConformanceScript script = new ConformanceScript("3.2", "continue tokens");
    three(script);
    String path = script.core("configmaps") + "?limit=1&continue=";
    for (String token : List.of(
        "xxx",
        "%24",
        token("{}"),
        token("[]"),
        token("{\"v\":\"meta.k8s.io/v2\",\"rv\":5,\"start\":\"a\\u0000\"}"),
        token("{\"v\":\"meta.k8s.io/v1\",\"rv\":0,\"start\":\"a\\u0000\"}"),
        token("{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"a\\u0000\"}"),
        token("{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"\"}"),
        token("{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"/../x\"}"),
        token("{\"v\":\"meta.k8s.io/v1\",\"rv\":99999999,\"start\":\"a\\u0000\"}"))) {
      script.get(path + token);
    }
    return script;
  }

  private static ConformanceScript expired() {
    ConformanceScript script = new ConformanceScript("3.2", "expired");
    three(script);
    script.compact();
    script.post(script.core("configmaps"), "{'metadata':{'name':'d'}}");
    String old = token("{\"v\":\"meta.k8s.io/v1\",\"rv\":2,\"start\":\"a\\u0000\"}");
    script
        .capture("again", "/metadata/continue")
        .get(script.core("configmaps?limit=1&continue=" + old));
    script.get(script.core("configmaps?limit=1&continue=${again}"));
    script.get(script.core("configmaps?continue=${again}"));
    script.get(script.core("configmaps?resourceVersion=2&resourceVersionMatch=Exact"));
    script.get(script.core("configmaps?resourceVersion=2&limit=1"));
    script.get(script.core("configmaps?resourceVersion=2&resourceVersionMatch=NotOlderThan"));
    script.watch(script.core("configmaps?resourceVersion=2"));
    script.watch(script.core("configmaps?resourceVersion=2&allowWatchBookmarks=true"));
    script
        .with("Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1")
        .watch(script.core("configmaps?resourceVersion=2"));
    return script;
  }

  private static ConformanceScript scopes() {
    ConformanceScript script = new ConformanceScript("3.2", "scopes");
    three(script);
    script.get("/apis/apps/v1/namespaces/" + script.namespace() + "/deployments");
    script.get("/apis/coordination.k8s.io/v1/namespaces/" + script.namespace() + "/leases?limit=1");
    script.get("/apis/batch/v1/namespaces/" + script.namespace() + "/jobs");
    script.get("/api/v1/namespaces?fieldSelector=metadata.name%3D" + script.namespace());
    script.get("/api/v1/configmaps?fieldSelector=metadata.namespace%3D" + script.namespace());
    script.get("/api/v1/configmaps?limit=1&labelSelector=x%3D2&fieldSelector=metadata.namespace%3D"
        + script.namespace());
    script.get("/api/v1/nodes");
    for (String name : List.of("a", "b")) {
      script.post(
          script.core("podtemplates"),
          "{'metadata':{'name':'" + name + "'},'template':{'spec':{'containers':[{'name':'c',"
              + "'image':'i'}]},'metadata':{'labels':{'a':'b'}}}}");
    }
    script.get("/api/v1/podtemplates?limit=1");
    return script;
  }

  private static ConformanceScript order() {
    ConformanceScript script = new ConformanceScript("3.2", "order").inNamespace();
    for (String name : List.of("a-b", "a", "a.b", "b", "a1")) {
      script.post(script.core("secrets"), "{'metadata':{'name':'" + name + "'}}");
    }
    script.get(script.core("secrets"));
    script.capture("next", "/metadata/continue").get(script.core("secrets?limit=2"));
    script.get(script.core("secrets?limit=2&continue=${next}"));
    return script;
  }
}
