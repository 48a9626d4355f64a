package dev.informant.verification.conformance;

import java.util.List;

/** §2: every error that a request can get, and what a body can be wrong in. */
final class ErrorScripts {
  private ErrorScripts() {}

  static List<ConformanceScript> all() {
    return List.of(conflicts(), bodies(), names(), large(), validation());
  }

  private static ConformanceScript conflicts() {
    ConformanceScript script = new ConformanceScript("2", "conflicts").inNamespace();
    String path = script.core("configmaps");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    script.post(path, "{'metadata':{'name':'a'}}");
    script.put(path + "/a", "{'metadata':{'name':'a'},'data':{'k':'2'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','resourceVersion':'${rv}'},'data':{'k':'3'}}");
    script.mergePatch(path + "/a", "{'metadata':{'resourceVersion':'${rv}'},'data':{'k':'3'}}");
    script.strategicPatch(path + "/a", "{'metadata':{'resourceVersion':'${rv}'},'data':{'k':'3'}}");
    script.put(
        path + "/a", "{'metadata':{'name':'a','uid':'11111111-1111-4111-8111-111111111111'}}");
    script.mergePatch(path + "/a", "{'metadata':{'uid':'11111111-1111-4111-8111-111111111111'}}");
    script.put(path + "/a", "{'metadata':{'name':'b'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','namespace':'other'}}");
    script.post(path, "{'metadata':{'name':'n','namespace':'other'}}");
    script.post(path, "{'metadata':{'name':'r','resourceVersion':'1'}}");
    script.put(path + "/missing", "{'metadata':{'name':'missing'}}");
    script.put(path + "/missing", "{'metadata':{'name':'missing','resourceVersion':'1'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','resourceVersion':'abc'}}");
    script.mergePatch(path + "/missing", "{}");
    script.delete(path + "/missing");
    script.mergePatch(path + "/a", "{'metadata':{'name':'b'}}");
    script.mergePatch(path + "/a", "{'metadata':{'namespace':'other'}}");
    script.post(path, "{'metadata':{'name':'f','finalizers':['example.com/f']}}");
    script.delete(path + "/f");
    script.post(path, "{'metadata':{'name':'f'}}");
    return script;
  }

  private static ConformanceScript bodies() {
    ConformanceScript script = new ConformanceScript("2", "bodies").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "");
    script.post(path, "null");
    script.post(path, "[]");
    script.post(path, "'text'");
    script.post(path, "{");
    script.post(path, "{}");
    script.post(path, "{'metadata':'text'}");
    script.post(path, "{'metadata':{'name':5}}");
    script.post(path, "{'metadata':{'name':'a','labels':{'a':1}}}");
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':1}}");
    script.post(path, "{'metadata':{'name':'a'},'data':[]}");
    script.post(path, "{'kind':'Secret','apiVersion':'v1','metadata':{'name':'a'}}");
    script.post(path, "{'kind':'ConfigMap','apiVersion':'apps/v1','metadata':{'name':'a'}}");
    script.post(path, "{'kind':'ConfigMap','apiVersion':'v2','metadata':{'name':'a'}}");
    script.post(path, "{'kind':'ConfigMap','metadata':{'name':'a'}}");
    script.post(path, "{'apiVersion':'v1','metadata':{'name':'b'}}");
    script.with("Content-Type", "text/plain").post(path, "{'metadata':{'name':'c'}}");
    script.with("Content-Type", "application/xml").post(path, "<a/>");
    script
        .with("Content-Type", "application/json; charset=utf-8")
        .post(path, "{'metadata':{'name':'d'}}");
    script.with("Content-Type", "").post(path, "{'metadata':{'name':'e'}}");
    script
        .with("Content-Type", "application/yaml")
        .raw("POST", path, "metadata:\n  name: yaml\ndata:\n  k: 'v'\n");
    script.with("Content-Type", "application/yaml").raw("POST", path, "metadata: [\n");
    script
        .with("Content-Type", "application/yaml")
        .raw("POST", path, "metadata:\n  name: y2\ndata:\n  k: 5\n");
    script
        .with("Content-Type", "application/vnd.kubernetes.protobuf")
        .raw("POST", path, "not protobuf");
    script
        .with("Content-Type", "application/vnd.kubernetes.protobuf")
        .raw("POST", path, "k8s\u0000\u0001\u0002");
    script.put(path + "/a", "{");
    script.put(path + "/a", "");
    script.delete(path + "/a", "{");
    script.delete(path + "/a", "{'kind':'Pod','apiVersion':'v1'}");
    return script;
  }

  private static ConformanceScript names() {
    ConformanceScript script = new ConformanceScript("2", "names").inNamespace();
    String path = script.core("configmaps");
    for (String name : List.of("A", "a_b", "-a", "a-", "a..b", "a/b", "", ".", "a".repeat(254))) {
      script.post(path, "{'metadata':{'name':'" + name + "'}}");
    }
    script.post("/api/v1/namespaces", "{'metadata':{'name':'a.b'}}");
    script.post("/api/v1/namespaces", "{'metadata':{'name':'" + "a".repeat(64) + "'}}");
    script.post(path, "{'metadata':{'name':'l','labels':{'a b':'c'}}}");
    script.post(path, "{'metadata':{'name':'l','labels':{'a':'" + "b".repeat(64) + "'}}}");
    script.post(path, "{'metadata':{'name':'l','labels':{'a':'b c'}}}");
    script.post(path, "{'metadata':{'name':'l','annotations':{'a b':'c'}}}");
    script.post(path, "{'metadata':{'name':'l','finalizers':['plain']}}");
    script.post(path, "{'metadata':{'name':'l','finalizers':['a b/c']}}");
    script.post(path, "{'metadata':{'name':'l','ownerReferences':[{'kind':'A'}]}}");
    script.post(
        path,
        "{'metadata':{'name':'l','ownerReferences':[{'apiVersion':'v1','kind':'ConfigMap','name':'o',"
            + "'uid':'u','controller':true},{'apiVersion':'v1','kind':'ConfigMap','name':'p','uid':'v',"
            + "'controller':true}]}}");
    script.post(path, "{'metadata':{'generateName':'gen-'}}");
    script.post(path, "{'metadata':{'generateName':'Bad_'}}");
    script.post(path, "{'metadata':{'name':'both','generateName':'gen-'}}");
    script.post(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "{'metadata':{'name':'Upper:case'},'rules':[]}");
    script.post(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "{'metadata':{'name':'a%b'},'rules':[]}");
    return script;
  }

  private static ConformanceScript large() {
    ConformanceScript script = new ConformanceScript("2", "large").inNamespace();
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'big'},'data':{'k':'" + "x".repeat(3 * 1024 * 1024) + "'}}");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'too-long'},'data':{'k':'" + "x".repeat(1024 * 1024 + 1) + "'}}");
    return script;
  }

  private static ConformanceScript validation() {
    ConformanceScript script = new ConformanceScript("9", "field validation").inNamespace();
    String path = script.core("configmaps");
    for (String mode : List.of("", "Ignore", "Warn", "Strict", "Other")) {
      String query = mode.isEmpty() ? "?x=1" : "?fieldValidation=" + mode;
      String name = mode.isEmpty() ? "none" : mode.toLowerCase(java.util.Locale.ROOT);
      script.post(path + query, "{'metadata':{'name':'" + name + "','extra':1},'unknown':{'a':1}}");
      script.post(
          path + query, "{'metadata':{'name':'" + name + "-twice'},'data':{'k':'1','k':'2'}}");
      script.mergePatch(path + "/none" + query, "{'unknown2':true}");
      script.post(
          script.core("pods") + query,
          "{'metadata':{'name':'" + name
              + "'},'spec':{'containers':[{'name':'c','image':'i','imagine':1}]}}");
    }
    return script;
  }
}
