package dev.informant.verification.conformance;

import java.util.List;

/** §9: which names each kind takes, and uids of objects that are gone. */
final class NameScripts {
  private static final List<String> CLUSTERED = List.of(
      "/api/v1/nodes",
      "/api/v1/namespaces",
      "/api/v1/persistentvolumes",
      "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      "/apis/apiregistration.k8s.io/v1/apiservices",
      "/apis/certificates.k8s.io/v1/certificatesigningrequests",
      "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
      "/apis/networking.k8s.io/v1/ingressclasses",
      "/apis/networking.k8s.io/v1/ipaddresses",
      "/apis/node.k8s.io/v1/runtimeclasses",
      "/apis/rbac.authorization.k8s.io/v1/clusterroles",
      "/apis/resource.k8s.io/v1/deviceclasses",
      "/apis/scheduling.k8s.io/v1/priorityclasses",
      "/apis/storage.k8s.io/v1/csidrivers",
      "/apis/storage.k8s.io/v1/csinodes",
      "/apis/storage.k8s.io/v1/storageclasses");

  private NameScripts() {}

  static List<ConformanceScript> all() {
    return List.of(ofKinds(), ofEvents(), ofJobs(), gone());
  }

  private static List<String> namespaced(ConformanceScript script) {
    return List.of(
        script.core("configmaps"),
        script.core("endpoints"),
        script.core("limitranges"),
        script.core("persistentvolumeclaims"),
        script.core("replicationcontrollers"),
        script.core("resourcequotas"),
        script.core("serviceaccounts"),
        script.core("services"),
        script.group("apps/v1", "deployments"),
        script.group("apps/v1", "statefulsets"),
        script.group("batch/v1", "cronjobs"),
        script.group("coordination.k8s.io/v1", "leases"),
        script.group("networking.k8s.io/v1", "networkpolicies"),
        script.group("policy/v1", "poddisruptionbudgets"),
        script.group("rbac.authorization.k8s.io/v1", "roles"));
  }

  private static ConformanceScript ofKinds() {
    ConformanceScript script = new ConformanceScript("9", "names of kinds").inNamespace();
    for (List<String> paths : List.of(CLUSTERED, namespaced(script))) {
      for (String path : paths) {
        for (String metadata : List.of(
            "'name':'a:b'",
            "'name':'a.b'",
            "'generateName':'gen.'",
            "'generateName':'-'",
            "'name':'a','finalizers':['x']")) {
          script.post(path + "?dryRun=All", "{'metadata':{" + metadata + "}}");
        }
      }
    }
    String long300 = "a".repeat(300);
    for (String path : List.of(
        script.core("replicationcontrollers"),
        script.core("configmaps"),
        script.group("policy/v1", "poddisruptionbudgets"),
        "/apis/resource.k8s.io/v1/deviceclasses")) {
      script.post(path + "?dryRun=All", "{'metadata':{'name':'" + long300 + "'}}");
      script.post(path + "?dryRun=All", "{'metadata':{'name':'a%b/c'}}");
      script.post(path + "?dryRun=All", "{'metadata':{'generateName':'Bad_-'}}");
    }
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.capture("rv", "/metadata/resourceVersion").post(budgets, "{'metadata':{'name':'b'}}");
    script.put(
        budgets + "/b",
        "{'metadata':{'name':'b','resourceVersion':'${rv}','finalizers':['x'],'labels':{'a b':'c'}}}");
    return script;
  }

  private static ConformanceScript ofEvents() {
    ConformanceScript script = new ConformanceScript("9", "names of events").inNamespace();
    String about = ",'involvedObject':{'namespace':'" + script.namespace() + "'}}";
    for (String metadata : List.of(
        "{'generateName':'gen.'}",
        "{'name':'a:b'}",
        "{'name':'Bad_Name'}",
        "{'name':'" + "a".repeat(300) + "'}",
        "{'name':'a/b'}",
        "{'name':'a','finalizers':['x']}",
        "{'name':'a','finalizers':['x y']}",
        "{'name':'a','labels':{'a b':'c'}}",
        "{}")) {
      script.post(script.core("events?dryRun=All"), "{'metadata':" + metadata + about);
      script.post(
          script.group("events.k8s.io/v1", "events?dryRun=All"),
          "{'metadata':" + metadata + ",'eventTime':'2026-01-01T00:00:00.000000Z','regarding':"
              + "{'namespace':'other'}}");
    }
    script.post(
        script.core("events?dryRun=All"), "{'metadata':{'name':'a:b','labels':{'a b':'c'}}}");
    script.post(script.core("events"), "{'metadata':{'name':'Kept'}" + about);
    script.mergePatch(
        script.core("events/Kept"), "{'metadata':{'finalizers':['x'],'labels':{'a b':'c'}}}");
    return script;
  }

  private static ConformanceScript ofJobs() {
    ConformanceScript script = new ConformanceScript("9", "names of jobs").inNamespace();
    String spec = "'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}";
    for (String template : List.of(
        "'template':{" + spec + "}",
        "'template':{'metadata':{'labels':{'a':'b'}}," + spec + "}",
        "'manualSelector':true,'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
            + spec + "}")) {
      for (String name : List.of("a:b", "j")) {
        script.post(
            script.group("batch/v1", "jobs?dryRun=All"),
            "{'metadata':{'name':'" + name + "'},'spec':{" + template + "}}");
      }
    }
    return script;
  }

  private static ConformanceScript gone() {
    ConformanceScript script = new ConformanceScript("9", "uids of what is gone").inNamespace();
    for (String path : List.of(
        script.group("coordination.k8s.io/v1", "leases"),
        script.core("endpoints"),
        script.core("events"),
        script.core("limitranges"),
        script.core("services"),
        script.core("configmaps"),
        script.core("replicationcontrollers"),
        script.group("apps/v1", "deployments"),
        script.group("networking.k8s.io/v1", "ingresses"),
        script.group("rbac.authorization.k8s.io/v1", "roles"),
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "/apis/node.k8s.io/v1/runtimeclasses",
        "/api/v1/nodes",
        "/apis/apiregistration.k8s.io/v1/apiservices",
        CustomResourceScripts.DEFINITIONS)) {
      String name = "gone";
      script.put(path + "/" + name, "{'metadata':{'name':'gone','uid':'u','resourceVersion':'5'}}");
      script.put(path + "/" + name, "{'metadata':{'name':'gone','uid':'u'}}");
    }
    String leases = script.group("coordination.k8s.io/v1", "leases");
    script.put(leases + "/gone", "{'metadata':{'name':'gone','uid':'u','resourceVersion':'x'}}");
    script.put(
        leases + "/gone", "{'metadata':{'name':'gone','resourceVersion':'18446744073709551616'}}");
    script.put(leases + "/gone?dryRun=All", "{'metadata':{'name':'gone','uid':'u'}}");
    script.get(leases + "/gone");
    script.put(script.core("configmaps/gone?dryRun=All"), "{'metadata':{'name':'gone','uid':'u'}}");
    script.put(script.core("pods/gone/status"), "{'metadata':{'name':'gone','uid':'u'}}");
    script.put(script.core("services/gone/status"), "{'metadata':{'name':'gone'}}");
    script.put(script.core("services/gone/status"), "{'metadata':{'name':'gone','uid':'u'}}");
    String service = "{'metadata':{'name':'made'},'spec':{'ports':[{'port':80}]}}";
    script.put(script.core("services/made/status?dryRun=All"), service);
    script.put(script.core("services/made/status"), service);
    script.post(script.core("configmaps"), "{'metadata':{'name':'there'}}");
    script.put(
        script.core("configmaps/there?dryRun=All"), "{'metadata':{'name':'there','uid':'u'}}");
    script.post(leases, "{'metadata':{'name':'there'}}");
    script.put(leases + "/there", "{'metadata':{'name':'there','uid':'u'}}");
    return script;
  }
}
