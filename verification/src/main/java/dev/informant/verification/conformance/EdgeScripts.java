package dev.informant.verification.conformance;

import java.util.List;

/** §2, §3, §8, §9: what is asked for at the edge of what there can be. */
final class EdgeScripts {
  private EdgeScripts() {}

  static List<ConformanceScript> all() {
    return List.of(versions(), steps(), fields(), others());
  }

  private static ConformanceScript versions() {
    ConformanceScript script = new ConformanceScript("3.1", "last versions").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    for (String version :
        List.of("9223372036854775808", "18446744073709551615", "18446744073709551616")) {
      String query = "resourceVersion=" + version;
      script.get(script.core("configmaps/a?" + query));
      script.get(script.core("configmaps?" + query));
      script.watch(script.core("configmaps?" + query));
      script.mergePatch(
          script.core("configmaps/a"), "{'metadata':{'resourceVersion':'" + version + "'}}");
    }
    return script;
  }

  private static ConformanceScript steps() {
    ConformanceScript script = new ConformanceScript("2", "empty steps");
    script.get("/api/v1/namespaces//limitranges?labelSelector=a%3Dnone");
    script.get("/api/v1/namespaces//configmaps/x");
    script.delete("/api/v1/namespaces//configmaps");
    script.get("/api//v1/limitranges");
    script.get("/apis//apps/v1/deployments");
    return script;
  }

  private static ConformanceScript fields() {
    ConformanceScript script = new ConformanceScript("8", "namespaces of clustered kinds");
    for (String path : List.of(
        "/api/v1/nodes",
        "/api/v1/namespaces",
        "/api/v1/persistentvolumes",
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        "/apis/resource.k8s.io/v1/resourceslices",
        "/apis/resource.k8s.io/v1/deviceclasses",
        "/apis/storage.k8s.io/v1/csinodes",
        CustomResourceScripts.DEFINITIONS)) {
      script.get(path + "?fieldSelector=metadata.namespace%3Dx");
    }
    return script;
  }

  private static ConformanceScript others() {
    ConformanceScript script = new ConformanceScript("9", "at the edge").inNamespace();
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1','env':[{'name':'A','valueFrom':"
            + "{'fieldRef':{'fieldPath':'metadata.name'}}}]}]}}");
    for (String order : List.of("'$setElementOrder/x':[]", "'$setElementOrder/x':[1]")) {
      script.strategicPatch(script.core("pods/p"), "{'spec':{" + order + "}}");
      script.strategicPatch(script.core("pods/p"), "{" + order + "}");
    }
    script.mergePatch(
        script.core("pods/p/status"), "{'status':{'podIP':'10.0.0.1','hostIP':'10.0.0.2'}}");
    script.get(script.core("pods/p/log?tailLines=-1"));
    script.get(script.core("pods/p/log?sinceSeconds=0"));
    script.get(script.core("pods/p/log?limitBytes=0"));
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'sessionAffinity':'ClientIP','ports':[{'port':81},{'name':'b','port':82,"
            + "'targetPort':0}]}}");
    script.post(
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        "{'metadata':{'name':'r'},'roleRef':{'kind':'Role','name':'x'},'subjects':[{'kind':'User','name':'u'}]}");
    script.post(
        script.group("apps/v1", "controllerrevisions"), "{'metadata':{'name':'c'},'revision':-1}");
    return script;
  }
}
