package dev.informant.verification.conformance;

import java.util.List;

/** §13 and §14: leases, events, credentials. */
final class OtherScripts {
  private OtherScripts() {}

  static List<ConformanceScript> all() {
    return List.of(leases(), events(), credentials());
  }

  private static ConformanceScript leases() {
    ConformanceScript script = new ConformanceScript("13", "leases").inNamespace();
    String path = script.group("coordination.k8s.io/v1", "leases");
    script.get(path + "/l");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(
            path,
            "{'metadata':{'name':'l'},'spec':"
                + "{'holderIdentity':'a','leaseDurationSeconds':15,'acquireTime':'2026-08-22T10:00:00.000000Z','renewTime':"
                + "'2026-08-22T10:00:00.123456Z','leaseTransitions':0}}");
    script.put(
        path + "/l",
        "{'metadata':{'name':'l','resourceVersion':'${rv}'},'spec':{'holderIdentity':'b',"
            + "'leaseDurationSeconds':15,'leaseTransitions':1}}");
    script.put(
        path + "/l",
        "{'metadata':{'name':'l','resourceVersion':'${rv}'},'spec':{'holderIdentity':'c'}}");
    script.post(path, "{'metadata':{'name':'l'}}");
    script.post(path, "{'metadata':{'name':'short'},'spec':{'renewTime':'2026-08-22T10:00:00Z'}}");
    script.post(path, "{'metadata':{'name':'bad'},'spec':{'renewTime':'yesterday'}}");
    script.post(path, "{'metadata':{'name':'neg'},'spec':{'leaseDurationSeconds':-1}}");
    return script;
  }

  private static ConformanceScript events() {
    ConformanceScript script = new ConformanceScript("13", "events").inNamespace();
    String path = script.core("events");
    String object =
        "'involvedObject':{'kind':'Pod','name':'p','namespace':'" + script.namespace() + "'}";
    script.open("w", path + "?watch=1");
    script
        .post(
            path,
            "{'metadata':{'name':'e'}," + object
                + ",'reason':'R','message':'m','type':'Normal','count':1,"
                + "'firstTimestamp':'2026-08-22T10:00:00Z','lastTimestamp':'2026-08-22T10:00:00Z'}")
        .take("w", 1);
    script
        .strategicPatch(path + "/e", "{'count':2,'lastTimestamp':'2026-08-22T10:00:01Z'}")
        .take("w", 1);
    script.get(script.group("events.k8s.io/v1", "events/e"));
    script.get(script.group("events.k8s.io/v1", "events"));
    script.post(
        path,
        "{'metadata':{'name':'x'},'involvedObject':{'kind':'Pod','namespace':'other','name':'p'}}");
    script.post(path, "{'metadata':{'name':'c'},'involvedObject':{'kind':'Node','name':'n'}}");
    script.strategicPatch(path + "/missing", "{'count':2}");
    script
        .post(
            script.group("events.k8s.io/v1", "events"),
            "{'metadata':{'name':'n'},'eventTime':"
                + "'2026-08-22T10:00:00.000000Z','reportingController':'example.com/c','reportingInstance':'i','action':'A',"
                + "'reason':'R','type':'Normal','note':'n','regarding':{'kind':'Pod','name':'p','namespace':'"
                + script.namespace() + "'}}")
        .take("w", 1);
    script.get(path + "/n");
    script.post(
        script.group("events.k8s.io/v1", "events"),
        "{'metadata':{'name':'bad'},'regarding':{'kind':'Pod'," + "'namespace':'"
            + script.namespace() + "'}}");
    script.delete(path + "/e").take("w", 1);
    return script;
  }

  private static ConformanceScript credentials() {
    ConformanceScript script = new ConformanceScript("14", "credentials");
    for (String authorization : List.of("", "Bearer wrong", "Basic YTpi", "Bearer ")) {
      for (String path : List.of(
          "/api/v1/namespaces/default/pods",
          "/api/v1/namespaces/default/pods/p",
          "/api/v1/pods?watch=1",
          "/apis/apps/v1/deployments",
          "/apis/apps/v1/namespaces/default/deployments/d/scale",
          "/api",
          "/version",
          "/healthz",
          "/livez",
          "/readyz",
          "/metrics",
          "/unknown")) {
        if (authorization.equals("") || !path.contains("deployments")) {
          script.with("Authorization", authorization).get(path);
        }
      }
    }
    script
        .with("Authorization", "")
        .post("/api/v1/namespaces/default/configmaps", "{'metadata':{'name':'a'}}");
    script.with("Authorization", "").delete("/api/v1/namespaces/default/configmaps");
    script.with("Authorization", "").delete("/api/v1/namespaces/default");
    script
        .with("Authorization", "")
        .mergePatch("/apis/apps/v1/namespaces/default/deployments/d", "{}");
    return script;
  }
}
