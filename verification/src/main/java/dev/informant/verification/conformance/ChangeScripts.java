package dev.informant.verification.conformance;

import java.util.List;

/** §9: what updates of built-in kinds may change; §4: the old watch paths. */
final class ChangeScripts {
  private static final String CONTAINERS = "'containers':[{'name':'c','image':'i'}]";
  private static final String TEMPLATE =
      "{'metadata':{'labels':{'a':'b','c':'d'}},'spec':{" + CONTAINERS + "}}";

  private ChangeScripts() {}

  static List<ConformanceScript> all() {
    return List.of(pods(), workloads(), cluster(), storage(), oldPaths());
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("9", "pod changes").inNamespace();
    String pod = script.core("pods/p");
    script.post(script.core("pods"), "{'metadata':{'name':'p'},'spec':{" + CONTAINERS + "}}");
    for (String spec : List.of(
        "'nodeName':'n'",
        "'hostname':'h'",
        "'restartPolicy':'Never'",
        "'terminationGracePeriodSeconds':0",
        "'containers':[{'name':'c','image':'i','command':['x']}]",
        "'containers':[{'name':'c','image':'j'}]",
        "'containers':[{'name':'c','image':'i'},{'name':'d','image':'i'}]",
        "'initContainers':[{'name':'d','image':'i'}]",
        "'activeDeadlineSeconds':10",
        "'activeDeadlineSeconds':11",
        "'activeDeadlineSeconds':-1",
        "'activeDeadlineSeconds':null",
        "'schedulingGates':[{'name':'example.com/g'}]")) {
      script.mergePatch(pod, "{'spec':{" + spec + "}}");
    }
    script.strategicPatch(pod, "{'spec':{'containers':[{'name':'e','image':'i'}]}}");
    return script;
  }

  private static ConformanceScript workloads() {
    ConformanceScript script = new ConformanceScript("9", "workload changes").inNamespace();
    String spec = "'selector':{'matchLabels':{'a':'b'}},'template':" + TEMPLATE;
    for (String plural : List.of("deployments", "replicasets", "daemonsets")) {
      String path = script.group("apps/v1", plural);
      script.post(path, "{'metadata':{'name':'x'},'spec':{" + spec + "}}");
      script.mergePatch(path + "/x", "{'spec':{'selector':{'matchLabels':{'c':'d'}}}}");
    }
    String sets = script.group("apps/v1", "statefulsets");
    script.post(sets, "{'metadata':{'name':'s'},'spec':{'serviceName':'a'," + spec + "}}");
    script.mergePatch(sets + "/s", "{'spec':{'serviceName':'z'}}");
    script.mergePatch(sets + "/s", "{'spec':{'podManagementPolicy':'Parallel'}}");
    script.mergePatch(sets + "/s", "{'spec':{'replicas':3,'minReadySeconds':5}}");
    String jobs = script.group("batch/v1", "jobs");
    String never = TEMPLATE.replace("'containers'", "'restartPolicy':'Never','containers'");
    script.post(jobs, "{'metadata':{'name':'j'},'spec':{'template':" + never + "}}");
    script.mergePatch(jobs + "/j", "{'spec':{'completions':3}}");
    script.mergePatch(jobs + "/j", "{'spec':{'template':{'spec':{'hostname':'x'}}}}");
    script.mergePatch(jobs + "/j", "{'spec':{'completionMode':'Indexed'}}");
    script.mergePatch(jobs + "/j", "{'spec':{'managedBy':'example.com/x'}}");
    script.mergePatch(jobs + "/j", "{'spec':{'parallelism':2}}");
    String revisions = script.group("apps/v1", "controllerrevisions");
    script.post(revisions, "{'metadata':{'name':'r'},'revision':1,'data':{'a':1}}");
    script.mergePatch(revisions + "/r", "{'data':{'a':2}}");
    return script;
  }

  private static ConformanceScript cluster() {
    ConformanceScript script = new ConformanceScript("9", "cluster changes").inNamespace();
    String services = script.core("services");
    // of the first sixteen, which a real server gives to nobody who does not ask for them
    script.post(
        services,
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'10.0.0.13','clusterIPs':['10.0.0.13'],'ports':[{'port':1}]}}");
    script.mergePatch(
        services + "/s", "{'spec':{'clusterIP':'10.0.0.14','clusterIPs':['10.0.0.14']}}");
    script.mergePatch(services + "/s", "{'spec':{'clusterIP':'10.0.0.14'}}");
    script.put(services + "/s", "{'metadata':{'name':'s'},'spec':{'ports':[{'port':2}]}}");
    String quotas = script.core("resourcequotas");
    script.post(
        quotas, "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'1'},'scopes':['BestEffort']}}");
    script.mergePatch(quotas + "/q", "{'spec':{'scopes':['NotBestEffort']}}");
    immutable(script, "/api/v1/nodes", "'spec':{'providerID':'a'}", "{'spec':{'providerID':'b'}}");
    immutable(
        script,
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "'value':1",
        "{'value':2}",
        "{'preemptionPolicy':'Never'}");
    immutable(script, "/apis/node.k8s.io/v1/runtimeclasses", "'handler':'h'", "{'handler':'i'}");
    immutable(
        script,
        "/apis/networking.k8s.io/v1/ingressclasses",
        "'spec':{'controller':'a.b/c'}",
        "{'spec':{'controller':'a.b/d'}}");
    return script;
  }

  private static ConformanceScript storage() {
    ConformanceScript script = new ConformanceScript("9", "storage changes").inNamespace();
    String claims = script.core("persistentvolumeclaims");
    script.post(
        claims,
        "{'metadata':{'name':'c'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
    script.mergePatch(claims + "/c", "{'spec':{'accessModes':['ReadOnlyMany']}}");
    script.mergePatch(claims + "/c", "{'spec':{'resources':{'requests':{'storage':'2Gi'}}}}");
    script.mergePatch(claims + "/c", "{'spec':{'resources':{'requests':{'storage':'512Mi'}}}}");
    script.mergePatch(claims + "/c", "{'spec':{'volumeName':'v'}}");
    script.mergePatch(claims + "/c", "{'spec':{'volumeName':'w'}}");
    immutable(
        script,
        "/apis/storage.k8s.io/v1/storageclasses",
        "'provisioner':'p','parameters':{'a':'b'}",
        "{'parameters':{'a':'c'}}",
        "{'provisioner':'q'}",
        "{'reclaimPolicy':'Retain'}",
        "{'volumeBindingMode':'WaitForFirstConsumer'}");
    immutable(
        script,
        "/apis/storage.k8s.io/v1/csinodes",
        "'spec':{'drivers':[{'name':'d','nodeID':'1','topologyKeys':null}]}",
        "{'spec':{'drivers':[{'name':'d','nodeID':'2','topologyKeys':null}]}}");
    return script;
  }

  private static void immutable(
      ConformanceScript script, String path, String content, String... patches) {
    String name = script.namespace();
    script.post(path, "{'metadata':{'name':'" + name + "'}," + content + "}");
    for (String patch : patches) {
      script.mergePatch(path + "/" + name, patch);
    }
    script.delete(path + "/" + name);
  }

  private static ConformanceScript oldPaths() {
    ConformanceScript script = new ConformanceScript("4", "old watch paths").inNamespace();
    String path = script.core("configmaps");
    String old = path.replace("/api/v1/", "/api/v1/watch/");
    script.post(path, "{'metadata':{'name':'a'}}").post(path, "{'metadata':{'name':'b'}}");
    script.get(old + "/b?timeoutSeconds=1&fieldSelector=metadata.name%3Dq");
    script.watch(old + "/b?fieldSelector=metadata.name%3Db");
    script.watch(old + "/b");
    return script;
  }
}
