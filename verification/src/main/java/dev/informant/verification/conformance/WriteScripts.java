package dev.informant.verification.conformance;

import java.util.ArrayList;
import java.util.List;

/** §9: create, update, status, generation, dry run. */
final class WriteScripts {
  private static final String TEMPLATE =
      "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}";
  private static final String SELECTOR = "'selector':{'matchLabels':{'a':'b'}}";

  private WriteScripts() {}

  static List<ConformanceScript> all() {
    return new ArrayList<>(List.of(
        create(),
        update(),
        kinds(),
        status(),
        generation(),
        dryRun(),
        needsVersion(),
        onUpdate(),
        scale(),
        invalid()));
  }

  private static ConformanceScript create() {
    ConformanceScript script = new ConformanceScript("9", "create").inNamespace();
    String path = script.core("configmaps");
    script.post(
        path, "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'a'},'data':{'k':'v'}}");
    script.post(
        path,
        "{'metadata':{'name':'wiped','uid':'11111111-1111-4111-8111-111111111111',"
            + "'creationTimestamp':'2001-01-01T00:00:00Z','deletionTimestamp':'2001-01-01T00:00:00Z',"
            + "'deletionGracePeriodSeconds':5,'selfLink':'/x','generation':7}}");
    script.post(path, "{'metadata':{'name':'nulls','labels':null,'annotations':{}},'data':null}");
    script.post(path, "{'metadata':{'generateName':'gen-','name':''}}");
    script.post(path + "?fieldManager=me", "{'metadata':{'name':'m'}}");
    script.post(path + "?fieldManager=" + "m".repeat(129), "{'metadata':{'name':'mm'}}");
    script.post(
        path,
        "{'metadata':{'name':'empty','labels':{'a':''}},'data':{'k':''},'binaryData':{'b':''}}");
    script.post(
        path,
        "{'metadata':{'name':'o','ownerReferences':[{'apiVersion':'v1','kind':'ConfigMap',"
            + "'name':'a','uid':'u'}]}}");
    return script;
  }

  private static ConformanceScript update() {
    ConformanceScript script = new ConformanceScript("9", "update").inNamespace();
    String path = script.core("configmaps");
    script
        .capture("rv", "/metadata/resourceVersion")
        .capture("uid", "/metadata/uid")
        .post(path, "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    script
        .capture("rv", "/metadata/resourceVersion")
        .put(path + "/a", "{'metadata':{'name':'a','resourceVersion':'${rv}'},'data':{'k':'2'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','resourceVersion':'${rv}'},'data':{'k':'2'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','uid':'${uid}'},'data':{'k':'3'}}");
    script.put(
        path + "/a",
        "{'metadata':{'name':'a','creationTimestamp':'2001-01-01T00:00:00Z'},'data':{'k':'4'}}");
    script.put(
        path + "/a",
        "{'metadata':{'name':'a','deletionTimestamp':'2001-01-01T00:00:00Z'},'data':{'k':'5'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','generation':5},'data':{'k':'6'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','generateName':'x-'},'data':{'k':'7'}}");
    script.put(path + "/a", "{'metadata':{},'data':{'k':'8'}}");
    script.put(path + "/a", "{'data':{'k':'8'}}");
    script.put(path + "/a", "{'metadata':{'name':'a','resourceVersion':'0'},'data':{'k':'9'}}");
    script.post(path, "{'metadata':{'name':'im'},'data':{'k':'1'},'immutable':true}");
    script.put(path + "/im", "{'metadata':{'name':'im'},'data':{'k':'2'},'immutable':true}");
    script.post(path, "{'metadata':{'name':'f','finalizers':['example.com/f']}}");
    script.delete(path + "/f");
    script.put(
        path + "/f", "{'metadata':{'name':'f','finalizers':['example.com/f','example.com/g']}}");
    script.put(
        path + "/f",
        "{'metadata':{'name':'f','finalizers':['example.com/f']},'data':{'k':'late'}}");
    script.put(path + "/f", "{'metadata':{'name':'f'},'data':{'k':'gone'}}");
    script.get(path + "/f");
    return script;
  }

  private static ConformanceScript kinds() {
    ConformanceScript script = new ConformanceScript("9", "kinds").inNamespace();
    script.post(script.core("secrets"), "{'metadata':{'name':'s'},'stringData':{'k':'v'}}");
    script.post(script.core("secrets"), "{'metadata':{'name':'bad'},'data':{'k':'not base64!'}}");
    script.post(script.core("serviceaccounts"), "{'metadata':{'name':'s'}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'selector':{'a':'b'},'clusterIP':'None',"
            + "'ports':[{'port':80}]}}");
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    script.post(script.core("endpoints"), "{'metadata':{'name':'e'}}");
    script.post(script.core("limitranges"), "{'metadata':{'name':'l'},'spec':{'limits':[]}}");
    script.post(
        script.core("resourcequotas"),
        "{'metadata':{'name':'q'},'spec':{'hard':{'configmaps':'100'}}}");
    script.post(
        script.core("persistentvolumeclaims"),
        "{'metadata':{'name':'c'},'spec':{'accessModes':"
            + "['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
    script.post(
        script.core("podtemplates"), "{'metadata':{'name':'t'},'template':" + TEMPLATE + "}");
    script.post(
        script.core("replicationcontrollers"),
        "{'metadata':{'name':'r'},'spec':{'selector':{'a':'b'}," + "'template':" + TEMPLATE + "}}");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{" + SELECTOR + ",'template':" + TEMPLATE + "}}");
    script.post(
        script.group("apps/v1", "replicasets"),
        "{'metadata':{'name':'d'},'spec':{" + SELECTOR + ",'template':" + TEMPLATE + "}}");
    script.post(
        script.group("apps/v1", "statefulsets"),
        "{'metadata':{'name':'d'},'spec':{'serviceName':'s'," + SELECTOR + ",'template':" + TEMPLATE
            + "}}");
    script.post(
        script.group("apps/v1", "daemonsets"),
        "{'metadata':{'name':'d'},'spec':{" + SELECTOR + ",'template':" + TEMPLATE + "}}");
    script.post(
        script.group("apps/v1", "controllerrevisions"), "{'metadata':{'name':'c'},'revision':1}");
    script.post(
        script.group("batch/v1", "jobs"),
        "{'metadata':{'name':'j'},'spec':{'template':{'spec':"
            + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
    script.post(
        script.group("batch/v1", "cronjobs"),
        "{'metadata':{'name':'j'},'spec':{'schedule':'* * * * *',"
            + "'jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c',"
            + "'image':'i'}]}}}}}}");
    script.post(
        script.group("coordination.k8s.io/v1", "leases"), "{'metadata':{'name':'l'},'spec':{}}");
    script.post(
        script.group("networking.k8s.io/v1", "networkpolicies"),
        "{'metadata':{'name':'n'},'spec':{'podSelector':{}}}");
    script.post(
        script.group("networking.k8s.io/v1", "ingresses"),
        "{'metadata':{'name':'i'},'spec':{'defaultBackend':"
            + "{'service':{'name':'s','port':{'number':80}}}}}");
    script.post(
        script.group("policy/v1", "poddisruptionbudgets"),
        "{'metadata':{'name':'p'},'spec':{'minAvailable':1}}");
    script.post(
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        "{'metadata':{'name':'h'},'spec':"
            + "{'scaleTargetRef':{'kind':'Deployment','name':'d','apiVersion':'apps/v1'},'maxReplicas':3}}");
    script.get(script.group("autoscaling/v1", "horizontalpodautoscalers/h"));
    script.post(script.group("rbac.authorization.k8s.io/v1", "roles"), "{'metadata':{'name':'r'}}");
    script.post(
        script.group("discovery.k8s.io/v1", "endpointslices"),
        "{'metadata':{'name':'e'},'addressType':'IPv4','endpoints':[],'ports':[]}");
    script.post("/api/v1/nodes", "{'metadata':{'name':'kinds-node'}}");
    script.post(
        "/api/v1/persistentvolumes",
        "{'metadata':{'name':'kinds-pv'},'spec':{'capacity':{'storage':'1Gi'},"
            + "'accessModes':['ReadWriteOnce'],'hostPath':{'path':'/tmp'}}}");
    script.post(
        "/apis/storage.k8s.io/v1/storageclasses",
        "{'metadata':{'name':'kinds-sc'},'provisioner':'example.com/p'}");
    script.post(
        "/apis/scheduling.k8s.io/v1/priorityclasses", "{'metadata':{'name':'kinds-pc'},'value':5}");
    script.post(
        "/apis/node.k8s.io/v1/runtimeclasses", "{'metadata':{'name':'kinds-rc'},'handler':'h'}");
    script.post(
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "{'spec':{'resourceAttributes':{'verb':'get','resource':'pods'}}}");
    script.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
    return script;
  }

  private static ConformanceScript status() {
    ConformanceScript script = new ConformanceScript("9", "status").inNamespace();
    String pods = script.core("pods");
    script.post(
        pods,
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]},"
            + "'status':{'phase':'Running'}}");
    script.mergePatch(
        pods + "/p/status",
        "{'status':{'phase':'Running'},'spec':{'nodeName':'x'},"
            + "'metadata':{'labels':{'s':'1'}}}");
    script.get(pods + "/p/status");
    script.mergePatch(pods + "/p", "{'status':{'phase':'Failed'},'metadata':{'labels':{'t':'1'}}}");
    String deployments = script.group("apps/v1", "deployments");
    script.post(
        deployments,
        "{'metadata':{'name':'d'},'spec':{" + SELECTOR + ",'template':" + TEMPLATE
            + "},'status':{'replicas':5}}");
    script.mergePatch(
        deployments + "/d/status",
        "{'status':{'replicas':1,'observedGeneration':1}," + "'spec':{'replicas':9}}");
    script.strategicPatch(
        deployments + "/d/status",
        "{'status':{'conditions':[{'type':'Available','status':'True'}]}}");
    script.strategicPatch(
        deployments + "/d/status",
        "{'status':{'conditions':[{'type':'Progressing','status':'True'}]}}");
    script.mergePatch(deployments + "/d", "{'status':{'replicas':7}}");
    script.put(
        deployments + "/d/status",
        "{'metadata':{'name':'d'},'spec':{" + SELECTOR + ",'template':" + TEMPLATE
            + "},'status':{'replicas':2}}");
    script.mergePatch(script.core("configmaps/x/status"), "{}");
    script.mergePatch(deployments + "/missing/status", "{}");
    script.mergePatch(
        "/api/v1/namespaces/" + script.namespace() + "/status", "{'status':{'phase':'Other'}}");
    script.delete(pods + "/p/status");
    return script;
  }

  private static ConformanceScript generation() {
    ConformanceScript script = new ConformanceScript("9", "generation").inNamespace();
    String path = script.group("apps/v1", "deployments");
    script.post(
        path,
        "{'metadata':{'name':'d','generation':9},'spec':{'replicas':1," + SELECTOR + ",'template':"
            + TEMPLATE + "}}");
    script.mergePatch(path + "/d", "{'spec':{'replicas':2}}");
    script.mergePatch(path + "/d", "{'metadata':{'labels':{'a':'b'}}}");
    script.mergePatch(path + "/d", "{'metadata':{'generation':77}}");
    script.mergePatch(path + "/d/status", "{'status':{'replicas':2}}");
    script.mergePatch(path + "/d", "{'metadata':{'finalizers':['example.com/f']}}");
    script.delete(path + "/d");
    script.delete(path + "/d");
    return script;
  }

  private static ConformanceScript dryRun() {
    ConformanceScript script = new ConformanceScript("9", "dry run").inNamespace();
    String path = script.core("configmaps");
    script.post(path + "?dryRun=All", "{'metadata':{'name':'a'}}");
    script.get(path + "/a");
    script.post(path + "?dryRun=Other", "{'metadata':{'name':'a'}}");
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    script.post(path + "?dryRun=All", "{'metadata':{'name':'a'}}");
    script.put(path + "/a?dryRun=All", "{'metadata':{'name':'a'},'data':{'k':'2'}}");
    script.mergePatch(path + "/a?dryRun=All", "{'data':{'k':'3'}}");
    script.mergePatch(path + "/a?dryRun=Other", "{'data':{'k':'3'}}");
    script.delete(path + "/a?dryRun=All");
    script.delete(path + "/a", "{'dryRun':['All']}");
    script.delete(path + "/a", "{'dryRun':['Other']}");
    script.get(path + "/a");
    return script;
  }

  private static ConformanceScript needsVersion() {
    ConformanceScript script = new ConformanceScript("9", "needs a version").inNamespace();
    String leases = script.group("coordination.k8s.io/v1", "leases");
    script.post(leases, "{'metadata':{'name':'l'},'spec':{'holderIdentity':'a'}}");
    script.put(leases + "/l", "{'metadata':{'name':'l'},'spec':{'holderIdentity':'b'}}");
    script.put(
        leases + "/l",
        "{'metadata':{'name':'l','resourceVersion':'0'},'spec':{'holderIdentity':'b'}}");
    script.mergePatch(leases + "/l", "{'spec':{'holderIdentity':'c'}}");
    script.mergePatch(
        leases + "/l", "{'metadata':{'resourceVersion':null},'spec':{'holderIdentity':'d'}}");
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.post(budgets, "{'metadata':{'name':'p'},'spec':{'minAvailable':1,'selector':{}}}");
    script.put(budgets + "/p", "{'metadata':{'name':'p'},'spec':{'minAvailable':2,'selector':{}}}");
    return script;
  }

  private static ConformanceScript onUpdate() {
    ConformanceScript script = new ConformanceScript("9", "create on update").inNamespace();
    script.put(
        script.group("coordination.k8s.io/v1", "leases/l"), "{'metadata':{'name':'l'},'spec':{}}");
    script.put(script.core("endpoints/e"), "{'metadata':{'name':'e'}}");
    script.put(script.core("limitranges/l"), "{'metadata':{'name':'l'},'spec':{'limits':[]}}");
    script.put(script.core("services/s"), "{'metadata':{'name':'s'},'spec':{'clusterIP':'None'}}");
    script.put(
        script.group("rbac.authorization.k8s.io/v1", "roles/r"), "{'metadata':{'name':'r'}}");
    script.put(script.core("secrets/s"), "{'metadata':{'name':'s'}}");
    script.put(
        script.group("coordination.k8s.io/v1", "leases/m"),
        "{'metadata':{'name':'m','resourceVersion':'5'},'spec':{}}");
    return script;
  }

  private static ConformanceScript scale() {
    ConformanceScript script = new ConformanceScript("9", "scale").inNamespace();
    String path = script.group("apps/v1", "deployments");
    script.post(
        path,
        "{'metadata':{'name':'d'},'spec':{'replicas':1," + SELECTOR + ",'template':" + TEMPLATE
            + "}}");
    script.get(path + "/d/scale");
    script.put(
        path + "/d/scale",
        "{'metadata':{'name':'d','namespace':'" + script.namespace() + "'},'spec':{'replicas':3}}");
    script.mergePatch(path + "/d/scale", "{'spec':{'replicas':4}}");
    script.mergePatch(path + "/d/scale", "{'spec':{'replicas':-1}}");
    script.get(path + "/d");
    script.get(path + "/missing/scale");
    script.put(
        path + "/d/scale", "{'metadata':{'name':'d','resourceVersion':'1'},'spec':{'replicas':3}}");
    return script;
  }

  private static ConformanceScript invalid() {
    ConformanceScript script = new ConformanceScript("9", "invalid specs").inNamespace();
    script.post(script.core("pods"), "{'metadata':{'name':'p'},'spec':{'containers':[]}}");
    script.post(script.core("pods"), "{'metadata':{'name':'p'}}");
    script.post(script.core("pods"), "{'metadata':{'name':'p'},'spec':{'containers':'x'}}");
    script.post(script.group("apps/v1", "deployments"), "{'metadata':{'name':'d'},'spec':{}}");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'replicas':'three'," + SELECTOR + ",'template':"
            + TEMPLATE + "}}");
    script.post(
        script.core("services"), "{'metadata':{'name':'1bad'},'spec':{'ports':[{'port':80}]}}");
    script.post(
        script.core("events"), "{'metadata':{'name':'e'},'involvedObject':{'namespace':'other'}}");
    return script;
  }
}
