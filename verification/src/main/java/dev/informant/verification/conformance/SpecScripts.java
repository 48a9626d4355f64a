package dev.informant.verification.conformance;

import java.util.List;

/** §9: values of the wrong type and specs that are refused, kind by kind. */
final class SpecScripts {
  private static final String POD = "{'containers':[{'name':'c','image':'i'}]}";

  private SpecScripts() {}

  static List<ConformanceScript> all() {
    return List.of(types(), pods(), workloads(), others(), changes());
  }

  private static ConformanceScript types() {
    ConformanceScript script = new ConformanceScript("9", "types").inNamespace();
    String pods = script.core("pods");
    for (String spec : List.of(
        "5",
        "{'containers':['x']}",
        "{'containers':[{'name':'c','image':5}]}",
        "{'containers':[{'name':'c','image':'i','args':'x'}]}",
        "{'containers':[{'name':'c','image':'i','args':[1]}]}",
        "{'containers':[{'name':'c','image':'i','imagePullPolicy':1}]}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':'80'}]}]}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':80.5}]}]}",
        "{'containers':[{'name':'c','image':'i','resources':{'limits':{'cpu':'x'}}}]}",
        "{'containers':[{'name':'c','image':'i','resources':{'limits':'x'}}]}",
        "{'containers':[{'name':'c','image':'i','securityContext':{'privileged':'yes'}}]}",
        "{'containers':[{'name':'c','image':'i','env':[{'name':'A','value':true}]}]}",
        "{'nodeSelector':{'a':1}}",
        "{'restartPolicy':true}",
        "{'terminationGracePeriodSeconds':'x'}",
        "{'terminationGracePeriodSeconds':9223372036854775808}",
        "{'volumes':[{'name':'v','emptyDir':5}]}",
        "{'hostNetwork':'true','restartPolicy':5}")) {
      script.post(pods, "{'metadata':{'name':'p'},'spec':" + spec + "}");
    }
    String configs = script.core("configmaps");
    for (String metadata : List.of(
        "{'name':'a','labels':'x'}",
        "{'name':'a','finalizers':'x'}",
        "{'name':'a','finalizers':[1]}",
        "{'name':'a','ownerReferences':['x']}",
        "{'name':'a','creationTimestamp':'yesterday'}",
        "{'name':'a','creationTimestamp':5}",
        "{'name':'a','creationTimestamp':'2001-13-01T00:00:00Z'}",
        "{'name':'a','generation':'x'}",
        "{'name':'a','uid':5}",
        "[]")) {
      script.post(configs, "{'metadata':" + metadata + "}");
    }
    for (String body : List.of(
        "{'kind':5}",
        "{'apiVersion':{}}",
        "{'metadata':{'name':'a'},'immutable':'yes'}",
        "{'metadata':{'name':'a'},'binaryData':{'k':'!'}}",
        "{'metadata':{'name':'a'},'binaryData':{'k':5}}",
        "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a'}}",
        "{'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'a'}}",
        "{'kind':'Nothing','apiVersion':'v1','metadata':{'name':'a'}}",
        "{'metadata':{'name':'a'},'data':{'k':'v'}} x",
        "{'metadata':{'name':'a'},}",
        "{'metadata':{'name':'a'} 'data':{}}",
        "{'metadata':{'name':tru}}",
        "{metadata:{}}",
        "{'metadata':{'name':'a\\x'}}",
        "[1,",
        "-")) {
      script.post(configs, body);
    }
    script.post(configs, "{'metadata':{'name':'a'},'data':{'k':null}}");
    script.strategicPatch(configs + "/a", "{'data':{'k':5}}");
    script.strategicPatch(configs + "/a", "{'immutable':'yes'}");
    script.strategicPatch(configs + "/a", "{'metadata':{'labels':['x']}}");
    script.strategicPatch(configs + "/a", "{'metadata':{'finalizers':'x'}}");
    script.mergePatch(configs + "/a", "{'metadata':'x'}");
    script.mergePatch(configs + "/a", "{'metadata':{'labels':{'a':true}}}");
    script.jsonPatch(configs + "/a", "[{'op':5}]");
    script.jsonPatch(configs + "/a", "null");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80,'targetPort':true}]}}");
    return script;
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("9", "pods refused").inNamespace();
    for (String spec : List.of(
        "{'containers':[{}]}",
        "{'containers':[{'name':'A_b','image':'i'}]}",
        "{'containers':[{'name':'c','image':'i'},{'name':'c','image':'j'}]}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':0}]}]}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':70000}]}]}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':80,'protocol':'X'}]}]}",
        "{'containers':[{'name':'c','image':'i','env':[{'value':'x'}]}]}",
        "{'containers':[{'name':'c','image':'i','volumeMounts':[{'name':'v','mountPath':'/v'}]}]}",
        "{'containers':[{'name':'c','image':'i','imagePullPolicy':'Sometimes'}]}",
        "{'containers':[{'name':'c','image':'i','terminationMessagePolicy':'X'}]}",
        "{'restartPolicy':'Sometimes','containers':[{'name':'c','image':'i'}]}",
        "{'dnsPolicy':'X','containers':[{'name':'c','image':'i'}]}",
        "{'volumes':[{'name':'v'}],'containers':[{'name':'c','image':'i'}]}",
        "{'volumes':[{'emptyDir':{}}],'containers':[{'name':'c','image':'i'}]}",
        "{'volumes':[{'name':'v','emptyDir':{}},{'name':'v','emptyDir':{}}],'containers':[{'name':'c','image':'i'}]}")) {
      script.post(script.core("pods"), "{'metadata':{'name':'p'},'spec':" + spec + "}");
    }
    script.post(script.core("pods"), "{'metadata':{'name':'Bad_Name'},'spec':{}}");
    return script;
  }

  private static ConformanceScript workloads() {
    ConformanceScript script = new ConformanceScript("9", "workloads refused").inNamespace();
    String good =
        "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':"
            + POD + "}";
    for (String plural : List.of("deployments", "replicasets", "statefulsets", "daemonsets")) {
      String path = script.group("apps/v1", plural);
      String service = plural.equals("statefulsets") ? "'serviceName':'s'," : "";
      for (String spec : List.of(
          "{" + service + good + ",'replicas':-1,'minReadySeconds':-1}",
          "{" + service + good.replace("'labels':{'a':'b'}", "'labels':{'a':'c'}") + "}",
          "{" + service + good.replace("'selector':{'matchLabels':{'a':'b'}}", "'selector':{}")
              + "}",
          "{" + service + good.replace("'containers'", "'restartPolicy':'Never','containers'")
              + "}",
          "{" + service + good.replace(POD, "{'containers':[{'name':'c'}]}") + "}")) {
        script.post(path, "{'metadata':{'name':'d'},'spec':" + spec + "}");
      }
    }
    script.post(
        script.group("apps/v1", "statefulsets"),
        "{'metadata':{'name':'v'},'spec':{'serviceName':'s',"
            + good.replace(
                "'image':'i'", "'image':'i','volumeMounts':[{'name':'v','mountPath':'/v'}]")
            + ",'volumeClaimTemplates':[{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce'],"
            + "'resources':{'requests':{'storage':'1Gi'}}}}]}}");
    script.post(
        script.core("replicationcontrollers"),
        "{'metadata':{'name':'r'},'spec':{'selector':{'a':'b'}}}");
    script.post(
        script.core("replicationcontrollers"),
        "{'metadata':{'name':'r'},'spec':{'replicas':-1,'selector':{'a':'c'},'template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':" + POD + "}}}");
    for (String spec : List.of(
        "{'template':{'spec':" + POD + "}}",
        "{'template':{'spec':{'restartPolicy':'Always','containers':[{'name':'c','image':'i'}]}}}",
        "{'parallelism':-1,'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}",
        "{'template':{'spec':{'restartPolicy':'Never'}}}")) {
      script.post(
          script.group("batch/v1", "jobs"), "{'metadata':{'name':'j'},'spec':" + spec + "}");
    }
    script.post(
        script.group("batch/v1", "cronjobs"),
        "{'metadata':{'name':'j'},'spec':{'concurrencyPolicy':'X','jobTemplate':{'spec':{'template':{'spec':"
            + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}}}");
    return script;
  }

  private static ConformanceScript others() {
    ConformanceScript script = new ConformanceScript("9", "others refused").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'c'},'data':{'a b':'x'}}");
    script.post(script.core("configmaps"), "{'metadata':{'name':'c'},'data':{'..a':'x'}}");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'c'},'data':{'k':'x'},'binaryData':{'k':'YQ=='}}");
    script.post(script.core("secrets"), "{'metadata':{'name':'s'},'type':'kubernetes.io/tls'}");
    script.post(
        script.core("secrets"), "{'metadata':{'name':'s'},'type':'kubernetes.io/basic-auth'}");
    script.post(script.core("services"), "{'metadata':{'name':'s'},'spec':{}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','ports':[{'port':0}]}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','ports':[{'port':1},{'port':2}]}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','ports':[{'port':1,'protocol':'X'}]}}");
    script.post(script.core("persistentvolumeclaims"), "{'metadata':{'name':'c'},'spec':{}}");
    script.post(
        script.core("persistentvolumeclaims"),
        "{'metadata':{'name':'c'},'spec':{'accessModes':['X'],'resources':{'requests':{'storage':'1Gi'}}}}");
    String leases = script.group("coordination.k8s.io/v1", "leases");
    script.post(
        leases,
        "{'metadata':{'name':'l'},'spec':{'leaseDurationSeconds':0,'leaseTransitions':-1}}");
    script.post(
        script.group("networking.k8s.io/v1", "ingresses"), "{'metadata':{'name':'i'},'spec':{}}");
    script.post(
        script.group("networking.k8s.io/v1", "ingresses"),
        "{'metadata':{'name':'i'},'spec':{'defaultBackend':{'service':{'name':'s'}}}}");
    script.post(
        script.group("policy/v1", "poddisruptionbudgets"),
        "{'metadata':{'name':'p'},'spec':{'minAvailable':-1}}");
    script.post(
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        "{'metadata':{'name':'h'},'spec':{}}");
    script.post(
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        "{'metadata':{'name':'h'},'spec':{'minReplicas':5,'maxReplicas':2,'scaleTargetRef':{'kind':'D','name':'d'}}}");
    String rbac = "rbac.authorization.k8s.io/v1";
    script.post(script.group(rbac, "roles"), "{'metadata':{'name':'r'},'rules':[{}]}");
    script.post(
        script.group(rbac, "roles"),
        "{'metadata':{'name':'r'},'rules':[{'verbs':['get'],'nonResourceURLs':['/x']}]}");
    script.post(script.group(rbac, "rolebindings"), "{'metadata':{'name':'r'},'roleRef':{}}");
    script.post("/apis/storage.k8s.io/v1/storageclasses", "{'metadata':{'name':'refused'}}");
    script.post("/apis/node.k8s.io/v1/runtimeclasses", "{'metadata':{'name':'refused'}}");
    script.post(
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "{'metadata':{'name':'refused'},'value':2000000000}");
    script.post(
        script.core("events"),
        "{'metadata':{'name':'e'},'eventTime':'2026-08-22T10:00:00.000000Z','involvedObject':{'namespace':'"
            + script.namespace() + "'}}");
    return script;
  }

  private static ConformanceScript changes() {
    ConformanceScript script = new ConformanceScript("9", "changes refused").inNamespace();
    String secrets = script.core("secrets");
    script.post(secrets, "{'metadata':{'name':'s'},'data':{'k':'YQ=='},'immutable':true}");
    script.mergePatch(secrets + "/s", "{'type':'example.com/t'}");
    script.mergePatch(secrets + "/s", "{'data':{'k':'Yg=='}}");
    script.mergePatch(secrets + "/s", "{'immutable':false}");
    script.mergePatch(secrets + "/s", "{'metadata':{'labels':{'x':'y'}}}");
    String deployments = script.group("apps/v1", "deployments");
    script.post(
        deployments,
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + "{'metadata':{'labels':{'a':'b','c':'d'}},'spec':" + POD + "}}}");
    script.mergePatch(deployments + "/d", "{'spec':{'selector':{'matchLabels':{'c':'d'}}}}");
    script.mergePatch(deployments + "/d", "{'spec':{'replicas':-2}}");
    script.mergePatch(deployments + "/d", "{'spec':{'template':null}}");
    script.mergePatch(deployments + "/d", "{'spec':{'replicas':null}}");
    script.mergePatch(deployments + "/d", "{'metadata':{'annotations':{'bad key':'v'}}}");
    return script;
  }
}
