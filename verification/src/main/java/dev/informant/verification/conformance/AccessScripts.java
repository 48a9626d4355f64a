package dev.informant.verification.conformance;

import java.util.List;

/** §14: questions about access, and who may speak for whom. */
final class AccessScripts {
  private static final String AUTHORIZATION = "/apis/authorization.k8s.io/v1/";

  private AccessScripts() {}

  static List<ConformanceScript> all() {
    return List.of(reviews(), localReviews(), tokenReviews(), refused(), partly(), extra());
  }

  private static ConformanceScript reviews() {
    ConformanceScript script = new ConformanceScript("14", "access reviews");
    String resource = "'resourceAttributes':{'resource':'pods','verb':'get'";
    String path = "'nonResourceAttributes':{'path':'/x','verb':'get'}";
    String selected = resource + ",'fieldSelector':";
    String labelled = resource + ",'labelSelector':";
    for (String spec : List.of(
        "{}",
        "{" + resource + "}," + path + "}",
        "{" + path + "}",
        "{'nonResourceAttributes':{}}",
        "{'resourceAttributes':{}}",
        "{'resourceAttributes':null}",
        "{" + selected + "{}}}",
        "{" + selected + "{'rawSelector':'a=b','requirements':[{'key':'a','operator':'Exists'}]}}}",
        "{" + selected + "{'requirements':[{'key':'','operator':'In'}]}}}",
        "{" + selected + "{'requirements':[{'key':'a','operator':'Exists','values':['b']}]}}}",
        "{" + labelled + "{}}}",
        "{" + labelled + "{'requirements':[{'key':'a','operator':'NotIn'}]}}}",
        "{" + labelled + "{'rawSelector':'a=b'}}}")) {
      script.post(AUTHORIZATION + "selfsubjectaccessreviews", "{'spec':" + spec + "}");
    }
    script.post(AUTHORIZATION + "selfsubjectaccessreviews", "{}");
    script.post(
        AUTHORIZATION + "selfsubjectaccessreviews",
        "{'metadata':{'namespace':'x'},'spec':{" + path + "}}");
    for (String spec : List.of(
        "{" + path + "}",
        "{'user':'jane'}",
        "{'user':'jane'," + resource + "}," + path + "}",
        "{'user':'jane'," + resource + "}}",
        "{'groups':['system:masters']," + path + "}",
        "{'groups':[]," + path + "}",
        "{'user':'jane','groups':['system:masters'],'uid':'7','extra':{'k':['v']}," + resource
            + "}}",
        "{'user':''," + labelled + "{}}}")) {
      script.post(AUTHORIZATION + "subjectaccessreviews", "{'spec':" + spec + "}");
    }
    script.post(AUTHORIZATION + "selfsubjectrulesreviews", "{'spec':{}}");
    script.post(AUTHORIZATION + "selfsubjectrulesreviews", "{}");
    return script;
  }

  private static ConformanceScript localReviews() {
    ConformanceScript script = new ConformanceScript("14", "local reviews").inNamespace();
    String path = script.group("authorization.k8s.io/v1", "localsubjectaccessreviews");
    String here = "'namespace':'" + script.namespace() + "'";
    for (String spec : List.of(
        "{'user':'jane','resourceAttributes':{'resource':'pods','verb':'get'}}",
        "{'user':'jane','resourceAttributes':{'resource':'pods','verb':'get'," + here + "}}",
        "{'user':'jane','resourceAttributes':{'resource':'pods','verb':'get','namespace':'other'}}",
        "{'user':'jane','nonResourceAttributes':{'path':'/x','verb':'get'}}",
        "{'user':'jane'}",
        "{'resourceAttributes':{" + here + "}}",
        "{'groups':['system:masters'],'resourceAttributes':{" + here + "}}")) {
      script.post(path, "{'spec':" + spec + "}");
    }
    script.post(
        path,
        "{'metadata':{'namespace':'other'},'spec':{'user':'jane','resourceAttributes':{" + here
            + "}}}");
    script.post(
        path,
        "{'metadata':{" + here + "},'spec':{'user':'jane','resourceAttributes':{" + here + "}}}");
    script.post(AUTHORIZATION + "localsubjectaccessreviews", "{'spec':{'user':'jane'}}");
    return script;
  }

  private static ConformanceScript tokenReviews() {
    ConformanceScript script = new ConformanceScript("14", "token reviews");
    String path = "/apis/authentication.k8s.io/v1/tokenreviews";
    script.post(path, "{}");
    script.post(path, "{'spec':{'token':''}}");
    script.post(path, "{'spec':{'token':'nonsense','audiences':['somebody']}}");
    script.post(path, "{'spec':{'token':'a.b.c'}}");
    script.post(path, "{'metadata':{'namespace':'x'},'spec':{'token':'nonsense'}}");
    return script;
  }

  /** Who has no right whatever asks to be somebody else. */
  private static ConformanceScript refused() {
    ConformanceScript script = new ConformanceScript("14", "impersonation refused").inNamespace();
    account(script, "s");
    List<List<String>> wanted = List.of(
        List.of("Impersonate-User", "jane"),
        List.of("Impersonate-User", "jane", "Impersonate-Group", "team", "Impersonate-Uid", "7"),
        List.of("Impersonate-User", "jane", "Impersonate-Extra-Example.com%2Fk", "v"),
        List.of("Impersonate-User", "system:node:n"),
        List.of("Impersonate-User", "system:node:n", "Impersonate-Group", "team"),
        List.of("Impersonate-User", "system:node:N"),
        List.of("Impersonate-User", "system:serviceaccount:default:other"),
        List.of("Impersonate-User", "system:serviceaccount:default:other", "Impersonate-Uid", "7"),
        List.of("Impersonate-User", "system:serviceaccount:default"),
        List.of("Impersonate-User", "system:anonymous"),
        List.of("Impersonate-Uid", "7"),
        List.of("Impersonate-Extra-Scopes", "v"));
    for (List<String> headers : wanted) {
      as(script, "s", headers).get("/api/v1/namespaces");
    }
    List<String> jane = wanted.get(0);
    as(script, "s", jane).get("/version");
    as(script, "s", jane).get(script.core("pods/p"));
    as(script, "s", jane).get(script.core("pods?watch=1"));
    as(script, "s", jane).get(script.group("apps/v1", "deployments/d/scale"));
    as(script, "s", jane).delete(script.group("apps/v1", "deployments"));
    as(script, "s", jane).post(script.core("configmaps"), "{}");
    return script;
  }

  /** Who may be jane while listing, but nothing besides. */
  private static ConformanceScript partly() {
    ConformanceScript script = new ConformanceScript("14", "impersonation in part").inNamespace();
    String rbac = "/apis/rbac.authorization.k8s.io/v1/";
    script.post(
        rbac + "clusterroles",
        "{'metadata':{'name':'in-part'},'rules':[{'apiGroups':['*'],'resources':['*'],"
            + "'verbs':['impersonate-on:user-info:list']},{'apiGroups':['authentication.k8s.io'],"
            + "'resources':['users'],'resourceNames':['jane'],'verbs':['impersonate:user-info']}]}");
    script.post(
        rbac + "clusterrolebindings",
        "{'metadata':{'name':'in-part'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io',"
            + "'kind':'ClusterRole','name':'in-part'},'subjects':[{'kind':'ServiceAccount','name':'partly',"
            + "'namespace':'" + script.namespace() + "'}]}");
    account(script, "partly");
    for (List<String> headers : List.of(
        List.of("Impersonate-User", "joe"),
        List.of("Impersonate-User", "jane", "Impersonate-Uid", "7", "Impersonate-Group", "team"),
        List.of("Impersonate-User", "jane", "Impersonate-Group", "team"),
        List.of("Impersonate-User", "jane", "Impersonate-Group", "system:masters"),
        List.of("Impersonate-User", "jane", "Impersonate-Extra-Scopes", "v"),
        List.of("Impersonate-User", "jane", "Impersonate-Extra-Example.com%2Fk", "v"),
        List.of("Impersonate-User", "system:node:n"),
        List.of("Impersonate-User", "jane"))) {
      as(script, "partly", headers).get("/api/v1/namespaces");
    }
    script.delete(rbac + "clusterrolebindings/in-part");
    script.delete(rbac + "clusterroles/in-part");
    return script;
  }

  /** Who may be anybody sees who that is. */
  private static ConformanceScript extra() {
    ConformanceScript script = new ConformanceScript("14", "impersonation of others");
    String reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    for (List<String> headers : List.of(
        List.of("Impersonate-User", "jane", "Impersonate-Extra-Scopes", "v"),
        List.of("Impersonate-User", "jane", "Impersonate-Extra-Example.com%2Fk", "v"),
        List.of("Impersonate-User", "jane", "Impersonate-Group", "system:unauthenticated"),
        List.of("Impersonate-User", "jane", "Impersonate-Group", "system:authenticated"),
        List.of("Impersonate-User", "system:serviceaccount:default:other"),
        List.of("Impersonate-User", "system:serviceaccount:default:o", "Impersonate-Group", "team"),
        List.of("Impersonate-User", "system:node:n", "Impersonate-Uid", "7"),
        List.of("Impersonate-User", "system:anonymous"))) {
      for (int i = 0; i < headers.size(); i += 2) {
        script.with(headers.get(i), headers.get(i + 1));
      }
      script.post(reviews, "{}");
    }
    return script;
  }

  private static void account(ConformanceScript script, String name) {
    String accounts = script.core("serviceaccounts");
    script.post(accounts, "{'metadata':{'name':'" + name + "'}}");
    script
        .capture(name, "/status/token")
        .post(
            accounts + "/" + name + "/token",
            "{'spec':{'audiences':['https://127.0.0.1/',"
                + "'https://kubernetes.default.svc.cluster.local'],'expirationSeconds':3600}}");
  }

  private static ConformanceScript as(
      ConformanceScript script, String account, List<String> headers) {
    script.with("Authorization", "Bearer ${" + account + "}");
    for (int i = 0; i < headers.size(); i += 2) {
      script.with(headers.get(i), headers.get(i + 1));
    }
    return script;
  }
}
