package dev.informant.verification.conformance;

import java.util.List;

/** §2, §4, §7, §9, §11 and §14: what a client may write in more than one way, and paths that few ask for. */
final class ProtocolScripts {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final List<String> ENCODINGS = List.of(
      "GZIP",
      "Gzip",
      "br,gzip;q=0.5",
      "br, gzip",
      "gzip;q=0",
      "gzip; q=0.0, identity",
      "gzip,gzip;q=0",
      "gzip;q=x",
      "gzip;q=-1",
      "gzip ;q=1",
      "*",
      "x-gzip",
      "identity");

  private ProtocolScripts() {}

  static List<ConformanceScript> all() {
    return List.of(
        encodings(),
        timeouts(),
        otherTimeouts(),
        documents(),
        checks(),
        oddPaths(),
        oddSelectors(),
        types(),
        dryCreates(),
        operators());
  }

  private static ConformanceScript encodings() {
    ConformanceScript script = new ConformanceScript("7", "encodings").inNamespace();
    String path = script.core("configmaps");
    script.post(
        path, "{'metadata':{'name':'large'},'data':{'k':'" + "abcdefgh".repeat(20_000) + "'}}");
    for (String encoding : ENCODINGS) {
      script.with("Accept-Encoding", encoding).head(path + "/large");
      script.with("Accept-Encoding", encoding).head("/openapi/v2");
    }
    for (String document : List.of("/openapi/v3", "/openapi/v3/api/v1", "/version", "/apis")) {
      script.with("Accept-Encoding", "gzip").head(document);
    }
    script.with("Accept-Encoding", "gzip").with("Accept", "text/html").head("/openapi/v2");
    script.with("Accept-Encoding", "gzip").with("Accept", AGGREGATED).head("/api");
    return script;
  }

  private static ConformanceScript timeouts() {
    ConformanceScript script = new ConformanceScript("4", "timeouts").inNamespace();
    String path = script.core("configmaps");
    script.capture("rv", "/metadata/resourceVersion").post(path, "{'metadata':{'name':'a'}}");
    script.post(path, "{'metadata':{'name':'b'}}");
    for (String seconds : List.of(
        "-5",
        "0",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "1.5",
        "1e3",
        "%205",
        "%2B5",
        "5s",
        "0x10",
        "1_000",
        "%D9%A3")) {
      script.get(path + "?timeoutSeconds=" + seconds);
      script.get(path + "/a?timeoutSeconds=" + seconds);
    }
    for (String seconds : List.of("1.5", "5s", "9223372036854775808", "1_000")) {
      script.open("bad" + seconds, path + "?watch=1&timeoutSeconds=" + seconds);
    }
    // Over when they begin, the last two since they do not fit into 64 bits as nanoseconds. What
    // such a watch shows is a matter of luck: nothing, its events, or that its time is over.
    for (String seconds : List.of("-5", "-1", "9223372036854775807", "10000000000")) {
      for (String from : List.of("", "&resourceVersion=0", "&resourceVersion=${rv}")) {
        String name = "w" + seconds + from;
        script.open(name, path + "?watch=1&timeoutSeconds=" + seconds + from);
      }
    }
    for (String seconds : List.of("0", "99999999999")) {
      String name = "long" + seconds;
      script
          .open(name, path + "?watch=1&resourceVersion=${rv}&timeoutSeconds=" + seconds)
          .take(name, 1);
    }
    return script;
  }

  private static ConformanceScript otherTimeouts() {
    ConformanceScript script = new ConformanceScript("4", "negative timeouts").inNamespace();
    String events = script.core("events");
    script.post(
        events,
        "{'metadata':{'name':'a'},'involvedObject':{'kind':'Pod','name':'p','namespace':'"
            + script.namespace() + "'}}");
    script.open("events", events + "?watch=1&timeoutSeconds=-5");
    script.open(
        "bookmarks", script.core("configmaps?watch=1&timeoutSeconds=-5&allowWatchBookmarks=1"));
    script.open("unsound", script.core("configmaps?watch=1&timeoutSeconds=-5&sendInitialEvents=1"));
    script.open("nothing", script.core("configmaps?watch=1&timeoutSeconds=-5&resourceVersion=x"));
    return script;
  }

  private static ConformanceScript documents() {
    ConformanceScript script = new ConformanceScript("11", "documents");
    for (String path : List.of(
        "/openapi/v2/",
        "/openapi/v3/",
        "/openapi",
        "/openapi/",
        "/openapi/v1",
        "/openapi/v3/api/v1/",
        "/openapi/v3/apis/apps/v9",
        "/openapi/v3//api/v1",
        "/version/x",
        "/healthz/",
        "/livez/",
        "/readyz/")) {
      script.head(path);
    }
    for (String method : List.of("PUT", "POST", "DELETE", "PATCH", "OPTIONS", "HEAD")) {
      for (String path : List.of(
          "/apis",
          "/apis/",
          "/api",
          "/api/v1",
          "/apis/apps",
          "/apis/apps/v1",
          "/version",
          "/healthz",
          "/unknown",
          "/openapi/v2/")) {
        script.raw(method, path, "");
      }
    }
    script.raw("PUT", "/openapi/v3/unknown", "");
    return script;
  }

  private static ConformanceScript checks() {
    ConformanceScript script = new ConformanceScript("11", "checks");
    for (String path : List.of("/healthz", "/livez", "/readyz")) {
      for (String query : List.of("verbose", "verbose=false", "verbose=0", "exclude=etcd")) {
        script.get(path + "?" + query);
      }
      script.get(path + "?verbose&exclude=etcd&exclude=nothing&exclude=a%22b");
      for (String check : List.of(
          "ping",
          "log",
          "etcd",
          "etcd-readiness",
          "informer-sync",
          "shutdown",
          "autoregister-completion",
          "poststarthook/start-apiextensions-controllers",
          "poststarthook/nothing",
          "poststarthook",
          "nothing",
          "ping/")) {
        script.get(path + "/" + check);
      }
    }
    script.with("Authorization", "").get("/healthz/ping");
    script.with("Authorization", "").get("/livez/ping");
    script.with("Authorization", "").get("/healthz?verbose");
    return script;
  }

  private static ConformanceScript oddPaths() {
    ConformanceScript script = new ConformanceScript("2", "odd paths").inNamespace();
    for (String path : List.of(
        "/api/..",
        "/api/v1/..",
        "/api/v1/namespaces/..",
        "/api/v1/nodes/.",
        "/api/v1/namespaces/default/configmaps/..",
        "/api/v1/namespaces/default/configmaps/%2e%2e",
        "/api/v1/namespaces/default/configmaps/.",
        "/api/v1/namespaces/default/pods/../status",
        "/./api")) {
      script.get(path);
    }
    script.delete(script.core("configmaps/.."));
    script.mergePatch(script.core("configmaps/."), "{}");
    script.put(script.core("configmaps/.."), "{'metadata':{'name':'..'}}");
    return script;
  }

  private static ConformanceScript oddSelectors() {
    ConformanceScript script = new ConformanceScript("8", "odd selectors").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a','labels':{'a':'1'}}}");
    for (String selector : List.of(
        "%00",
        "a%00",
        "a%00b",
        "%00a",
        "a%00%3D1",
        "a%3D%001",
        "a%3D1%00",
        "a%3D1%00,b",
        "a%3D1,%00b",
        "a%20in%20(1%00)",
        "a%20in%20(%001)",
        "a%01",
        "a%3D%01")) {
      script.get(path + "?labelSelector=" + selector);
    }
    for (String selector : List.of(
        "%00",
        "metadata.name%3D%00",
        "metadata.name%3Da%00",
        "metadata.name%00%3Da",
        "metadata.name!%3Da%00")) {
      script.get(path + "?fieldSelector=" + selector);
    }
    return script;
  }

  private static ConformanceScript types() {
    ConformanceScript script = new ConformanceScript("9", "types of patches").inNamespace();
    String path = script.core("configmaps");
    String patch = "{'data':{'k':'1'}}";
    script.post(path, "{'metadata':{'name':'a'}}");
    for (String type : List.of(
        "application/merge-patch+json;",
        ";application/merge-patch+json",
        "application/merge-patch+json ;charset=utf-8")) {
      script.patch(type, path + "/a", patch);
    }
    for (String taken : List.of(
        "{'kind':null,'apiVersion':null}",
        "{'kind':null}",
        "{'apiVersion':null}",
        "{'kind':'','apiVersion':''}",
        "{'kind':'','apiVersion':null,'data':{'k':'2'}}")) {
      script.mergePatch(path + "/a", taken);
    }
    script.jsonPatch(
        path + "/a", "[{'op':'remove','path':'/kind'},{'op':'remove','path':'/apiVersion'}]");
    script.jsonPatch(path + "/a", "[{'op':'remove','path':'/kind'}]");
    script.jsonPatch(path + "/a", "[{'op':'remove','path':'/apiVersion'}]");
    script.get(path + "/a");
    return script;
  }

  private static ConformanceScript dryCreates() {
    ConformanceScript script = new ConformanceScript("9", "dry creates").inNamespace();
    String path = script.group("coordination.k8s.io/v1", "leases");
    for (String version : List.of("5", "", "x")) {
      script.put(
          path + "/l?dryRun=All",
          "{'metadata':{'name':'l','resourceVersion':'" + version
              + "'},'spec':{'holderIdentity':'a'}}");
    }
    script.put(
        path + "/l?dryRun=All",
        "{'metadata':{'name':'l','uid':'u','generation':7},'spec':{'holderIdentity':'a'}}");
    script.get(path + "/l");
    script.put(
        path + "/l",
        "{'metadata':{'name':'l','resourceVersion':'5'},'spec':{'holderIdentity':'a'}}");
    return script;
  }

  private static ConformanceScript operators() {
    ConformanceScript script = new ConformanceScript("14", "odd operators");
    String reviews = "/apis/authorization.k8s.io/v1/";
    for (String field : List.of("fieldSelector", "labelSelector")) {
      for (String requirement : List.of(
          "{'key':'a','operator':'Like'}",
          "{'key':'a','operator':'Like','values':['b']}",
          "{'key':'a','operator':''}",
          "{'key':'a'}",
          "{'key':'','operator':'Like'}",
          "{'key':'-','operator':'Exists'}",
          "{'key':'a','operator':'In','values':['b','-']}",
          "{'key':'a','operator':'Exists'},{'key':'b','operator':'in','values':['b']}")) {
        String resource = "'resourceAttributes':{'resource':'pods','verb':'list','" + field
            + "':{'requirements':[" + requirement + "]}}";
        script.post(reviews + "selfsubjectaccessreviews", "{'spec':{" + resource + "}}");
        script.post(reviews + "subjectaccessreviews", "{'spec':{'user':'jane'," + resource + "}}");
      }
    }
    return script;
  }
}
