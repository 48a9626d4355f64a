package dev.informant.verification.conformance;

import java.util.List;

/** §10: deletion. */
final class DeleteScripts {
  private DeleteScripts() {}

  static List<ConformanceScript> all() {
    return List.of(
        options(),
        policies(),
        pods(),
        longGraces(),
        collections(),
        answers(),
        preconditions(),
        namespaces());
  }

  private static ConformanceScript options() {
    ConformanceScript script = new ConformanceScript("10", "options").inNamespace();
    String path = script.core("configmaps");
    List<String> bodies = List.of(
        "{}",
        "{'propagationPolicy':'Background'}",
        "{'kind':'DeleteOptions','apiVersion':'v1','propagationPolicy':'Background'}",
        "{'kind':'DeleteOptions','apiVersion':'meta.k8s.io/v1'}",
        "{'kind':'DeleteOptions','apiVersion':'apps/v1'}",
        "{'propagationPolicy':'Unknown'}",
        "{'propagationPolicy':'Orphan','orphanDependents':true}",
        "{'orphanDependents':false}",
        "{'gracePeriodSeconds':0}",
        "{'gracePeriodSeconds':-1}",
        "{'gracePeriodSeconds':'x'}",
        "{'unknown':1}",
        "[]");
    for (int i = 0; i < bodies.size(); i++) {
      script.post(path, "{'metadata':{'name':'o" + i + "'}}");
      script.delete(path + "/o" + i, bodies.get(i));
    }
    List<String> queries = List.of(
        "propagationPolicy=Background",
        "propagationPolicy=Unknown",
        "gracePeriodSeconds=0",
        "gracePeriodSeconds=x",
        "orphanDependents=false",
        "propagationPolicy=Foreground&dryRun=All");
    for (int i = 0; i < queries.size(); i++) {
      script.post(path, "{'metadata':{'name':'q" + i + "'}}");
      script.delete(path + "/q" + i + "?" + queries.get(i));
    }
    script.post(path, "{'metadata':{'name':'y'}}");
    script
        .with("Content-Type", "application/yaml")
        .raw("DELETE", path + "/y", "propagationPolicy: Background\n");
    script.post(path, "{'metadata':{'name':'z'}}");
    script.with("Content-Type", "text/plain").raw("DELETE", path + "/z", "x");
    return script;
  }

  private static ConformanceScript policies() {
    ConformanceScript script = new ConformanceScript("10", "policies").inNamespace();
    String path = script.core("configmaps");
    for (String policy : List.of("Foreground", "Orphan")) {
      String name = policy.toLowerCase(java.util.Locale.ROOT);
      script.post(path, "{'metadata':{'name':'" + name + "'}}");
      script.delete(path + "/" + name, "{'propagationPolicy':'" + policy + "'}");
      script.delete(path + "/" + name);
      script.delete(path + "/" + name, "{'propagationPolicy':'Background'}");
      script.get(path + "/" + name);
    }
    script.post(path, "{'metadata':{'name':'od','finalizers':['example.com/f']}}");
    script.delete(path + "/od", "{'orphanDependents':false}");
    script.post(path, "{'metadata':{'name':'ot'}}");
    script.delete(path + "/ot", "{'orphanDependents':true}");
    script.post(
        script.group("batch/v1", "jobs"),
        "{'metadata':{'name':'j'},'spec':{'template':{'spec':"
            + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
    script.delete(script.group("batch/v1", "jobs/j"));
    script.post(
        script.group("batch/v1", "jobs"),
        "{'metadata':{'name':'k'},'spec':{'template':{'spec':"
            + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
    script.delete(script.group("batch/v1", "jobs/k"), "{'propagationPolicy':'Background'}");
    return script;
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("10", "pods").inNamespace();
    String path = script.core("pods");
    String spec = "'containers':[{'name':'c','image':'i'}]";
    script.post(path, "{'metadata':{'name':'unscheduled'},'spec':{" + spec + "}}");
    script.delete(path + "/unscheduled");
    script.get(path + "/unscheduled");
    script.post(path, "{'metadata':{'name':'bound'},'spec':{'nodeName':'n'," + spec + "}}");
    script.delete(path + "/bound");
    script.delete(path + "/bound");
    script.delete(path + "/bound", "{'gracePeriodSeconds':60}");
    script.delete(path + "/bound", "{'gracePeriodSeconds':5}");
    script.delete(path + "/bound", "{'gracePeriodSeconds':0}");
    script.get(path + "/bound");
    script.post(
        path,
        "{'metadata':{'name':'own'},'spec':{'nodeName':'n','terminationGracePeriodSeconds':7,"
            + spec + "}}");
    script.delete(path + "/own");
    script.post(path, "{'metadata':{'name':'done'},'spec':{'nodeName':'n'," + spec + "}}");
    script.mergePatch(path + "/done/status", "{'status':{'phase':'Succeeded'}}");
    script.delete(path + "/done");
    script.post(
        path,
        "{'metadata':{'name':'fin','finalizers':['example.com/f']},'spec':{'nodeName':'n'," + spec
            + "}}");
    script.delete(path + "/fin", "{'gracePeriodSeconds':0}");
    script.mergePatch(path + "/fin", "{'metadata':{'finalizers':null}}");
    script.get(path + "/fin");
    script.post(path, "{'metadata':{'name':'evicted'},'spec':{'nodeName':'n'," + spec + "}}");
    script.post(
        path + "/evicted/eviction",
        "{'kind':'Eviction','apiVersion':'policy/v1','metadata':{'name':'evicted'}}");
    script.get(path + "/evicted");
    script.post(
        path + "/missing/eviction",
        "{'kind':'Eviction','apiVersion':'policy/v1','metadata':{'name':'missing'}}");
    script.post(path, "{'metadata':{'name':'tobind'},'spec':{" + spec + "}}");
    script.post(
        path + "/tobind/binding",
        "{'metadata':{'name':'tobind'},'target':{'kind':'Node','name':'n'}}");
    script.post(
        path + "/tobind/binding",
        "{'metadata':{'name':'tobind'},'target':{'kind':'Node','name':'n'}}");
    return script;
  }

  /** More seconds than fit into nanoseconds: Go's count of them wraps around, here to a time that is near. */
  private static ConformanceScript longGraces() {
    ConformanceScript script = new ConformanceScript("10", "long graces").inNamespace();
    String path = script.core("pods");
    String container = "'containers':[{'name':'c','image':'i'}]";
    for (String grace : List.of("184467440837", "1844674407370955262", "9223372036854775807")) {
      String name = "p" + grace;
      script.post(
          path, "{'metadata':{'name':'" + name + "'},'spec':{'nodeName':'n'," + container + "}}");
      script.delete(path + "/" + name, "{'gracePeriodSeconds':" + grace + "}");
      script.delete(path + "/" + name, "{'gracePeriodSeconds':" + grace + "}");
      script.delete(path + "/" + name, "{'gracePeriodSeconds':5}");
      script.get(path + "/" + name);
    }
    script.post(
        path,
        "{'metadata':{'name':'own'},'spec':{'nodeName':'n','terminationGracePeriodSeconds':"
            + "9223372036854775807," + container + "}}");
    script.delete(path + "/own");
    script.delete(path + "/own?gracePeriodSeconds=9223372036854775808");
    script.delete(path + "/own", "{'gracePeriodSeconds':9223372036854775808}");
    return script;
  }

  private static ConformanceScript collections() {
    ConformanceScript script = new ConformanceScript("10", "collections").inNamespace();
    String path = script.core("configmaps");
    for (String name : List.of("a", "b", "c", "d")) {
      script.post(
          path,
          "{'metadata':{'name':'" + name + "','labels':{'x':'" + (name.compareTo("c") < 0 ? 1 : 2)
              + "'}}}");
    }
    script.delete(path + "?labelSelector=x%3D1&dryRun=All");
    script.delete(path + "?labelSelector=x%3D1");
    script.get(path);
    script.delete(path + "?fieldSelector=metadata.name%3Dc", "{'propagationPolicy':'Foreground'}");
    script.delete(path + "?limit=1");
    script.delete(path + "?resourceVersion=abc");
    script.delete(path + "?labelSelector=%3D");
    script.delete(path);
    script.delete(path);
    script.delete(script.core("services"));
    return script;
  }

  private static ConformanceScript answers() {
    ConformanceScript script = new ConformanceScript("10", "answers").inNamespace();
    script.post(script.core("services"), "{'metadata':{'name':'s'},'spec':{'clusterIP':'None'}}");
    script.delete(script.core("services/s"));
    script.post(script.core("serviceaccounts"), "{'metadata':{'name':'s'}}");
    script.delete(script.core("serviceaccounts/s"));
    script.post(script.core("secrets"), "{'metadata':{'name':'s'}}");
    script.delete(script.core("secrets/s"));
    script.post(script.core("resourcequotas"), "{'metadata':{'name':'s'},'spec':{}}");
    script.delete(script.core("resourcequotas/s"));
    script.post(
        script.core("podtemplates"),
        "{'metadata':{'name':'s'},'template':{'spec':{'containers':"
            + "[{'name':'c','image':'i'}]},'metadata':{'labels':{'a':'b'}}}}");
    script.delete(script.core("podtemplates/s"));
    script.post(script.group("coordination.k8s.io/v1", "leases"), "{'metadata':{'name':'s'}}");
    script.delete(script.group("coordination.k8s.io/v1", "leases/s"));
    script.post(
        "/apis/storage.k8s.io/v1/storageclasses",
        "{'metadata':{'name':'answers'},'provisioner':'example.com/p'}");
    script.delete("/apis/storage.k8s.io/v1/storageclasses/answers");
    script.post("/api/v1/nodes", "{'metadata':{'name':'answers'}}");
    script.delete("/api/v1/nodes/answers");
    script.post(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles", "{'metadata':{'name':'answers'}}");
    script.delete("/apis/rbac.authorization.k8s.io/v1/clusterroles/answers");
    script.post(
        "/apis/scheduling.k8s.io/v1/priorityclasses", "{'metadata':{'name':'answers'},'value':1}");
    script.delete("/apis/scheduling.k8s.io/v1/priorityclasses/answers");
    return script;
  }

  private static ConformanceScript preconditions() {
    ConformanceScript script = new ConformanceScript("10", "preconditions").inNamespace();
    String path = script.core("configmaps");
    script
        .capture("uid", "/metadata/uid")
        .capture("rv", "/metadata/resourceVersion")
        .post(path, "{'metadata':{'name':'a'}}");
    script.delete(path + "/a", "{'preconditions':{'uid':'11111111-1111-4111-8111-111111111111'}}");
    script.delete(path + "/a", "{'preconditions':{'resourceVersion':'1'}}");
    script.delete(path + "/a", "{'preconditions':{'uid':'${uid}','resourceVersion':'${rv}'}}");
    script.get(path + "/a");
    script.post(path, "{'metadata':{'name':'b','finalizers':['example.com/f']}}");
    script.delete(path + "/b", "{'preconditions':{'uid':'11111111-1111-4111-8111-111111111111'}}");
    return script;
  }

  /** What deleting a namespace leaves on it, and collections that no namespace is named for. */
  private static ConformanceScript namespaces() {
    ConformanceScript script = new ConformanceScript("10", "namespaces").inNamespace();
    List<String> bodies = List.of(
        "{'propagationPolicy':'Foreground'}",
        "{'propagationPolicy':'Orphan'}",
        "{'propagationPolicy':'Background'}",
        "{'orphanDependents':true}",
        "{'orphanDependents':false}",
        "{'gracePeriodSeconds':5}",
        "{'propagationPolicy':'Foreground','dryRun':['All']}",
        "{'preconditions':{'uid':'11111111-1111-4111-8111-111111111111'}}");
    for (int i = 0; i < bodies.size(); i++) {
      String name = script.namespace() + "-" + i;
      script.post("/api/v1/namespaces", "{'metadata':{'name':'" + name + "'}}");
      script.delete("/api/v1/namespaces/" + name, bodies.get(i));
      script.get("/api/v1/namespaces/" + name);
    }
    String again = "/api/v1/namespaces/" + script.namespace() + "-0";
    script.delete(again, "{'propagationPolicy':'Orphan'}");
    script.put(
        again + "/finalize",
        "{'metadata':{'name':'" + script.namespace() + "-0'},'spec':{'finalizers':[]}}");
    script.get(again);
    script.mergePatch(again, "{'metadata':{'finalizers':null}}");
    script.get(again);
    String last = "/api/v1/namespaces/" + script.namespace() + "-2";
    script.put(
        last + "/finalize",
        "{'metadata':{'name':'" + script.namespace() + "-2'},'spec':{'finalizers':[]}}");
    script.get(last);
    script.delete("/api/v1/configmaps");
    script.delete("/api/v1/pods?labelSelector=%3D");
    script.delete("/apis/apps/v1/deployments", "{'propagationPolicy':'Unknown'}");
    script.delete("/api/v1/namespaces");
    script.delete("/api/v1/services");
    return script;
  }
}
