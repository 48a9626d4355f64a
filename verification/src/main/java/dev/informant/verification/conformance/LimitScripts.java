package dev.informant.verification.conformance;

import java.util.List;

/** §2, §9: what takes too long or is too large, and what is empty. */
final class LimitScripts {
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  private static final String SELECTOR = "'selector':{'matchLabels':{'a':'b'}}";
  private static final String CONTAINER = "{'name':'c','image':'i:1'}";

  private LimitScripts() {}

  static List<ConformanceScript> all() {
    return List.of(timeouts(), sizes(), empty());
  }

  private static ConformanceScript timeouts() {
    ConformanceScript script = new ConformanceScript("2", "short timeouts").inNamespace();
    String maps = script.core("configmaps");
    script.post(maps, "{'metadata':{'name':'a'}}");
    for (String timeout : List.of("1ns", "1us", "0.001ms", "0.5ns", "0", "0s", "-1ns", "%2B1ns")) {
      script.get(maps + "/a?timeout=" + timeout);
    }
    script.get(maps + "?timeout=1ns");
    script.get("/version?timeout=1ns");
    script.get("/apis?timeout=1ns");
    script.get("/nowhere?timeout=1ns");
    script.post(maps + "?timeout=1ns", "{'metadata':{'name':'b'}}");
    script.get(maps + "/b");
    script.put(maps + "/a?timeout=1ns", "{'metadata':{'name':'a'},'data':{'k':'v'}}");
    script.mergePatch(maps + "/a?timeout=1ns", "{'data':{'k':'v'}}");
    script.delete(maps + "/a?timeout=1ns");
    script.get(maps + "/a");
    script.with("Accept", "application/yaml").get(maps + "/a?timeout=1ns");
    script.watch(maps + "?resourceVersion=0&timeout=1ns");
    return script;
  }

  private static ConformanceScript sizes() {
    ConformanceScript script = new ConformanceScript("9", "too large for storage").inNamespace();
    String revisions = script.group("apps/v1", "controllerrevisions");
    for (int kilobytes : List.of(1500, 1550, 1900, 2060, 2500)) {
      script.with("Accept", METADATA).post(revisions, revision("r" + kilobytes, kilobytes));
    }
    script.with("Accept", METADATA).post(revisions + "?dryRun=All", revision("dry", 1900));
    script.post(revisions, "{'metadata':{'name':'small'},'revision':1,'data':{'a':'b'}}");
    script.post(revisions, revision("small", 1900));
    script.get(revisions + "/small");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'m'},'data':{'k':'" + "x".repeat(1900 * 1024) + "'}}");
    String things = CustomResourceScripts.DEFINITIONS;
    script.post(
        things,
        "{'metadata':{'name':'bigs.large.example.com'},'spec':{'group':'large.example.com','scope':'Namespaced',"
            + "'names':{'plural':'bigs','kind':'Big'},'versions':[{'name':'v1','served':true,'storage':true,'schema':"
            + "{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}");
    CustomResourceScripts.established(script, "bigs.large.example.com", "v1");
    String bigs = script.group("large.example.com/v1", "bigs");
    script.await(bigs, tree -> tree.path("kind").asText().equals("BigList"));
    script.with("Accept", METADATA).post(bigs, big("b", 1500));
    script.post(bigs, big("c", 1550));
    script.with("Accept", METADATA).put(bigs + "/b", big("b", 1900));
    script.mergePatch(bigs + "/b", "{'more':'" + "y".repeat(100 * 1024) + "'}");
    script.delete(things + "/bigs.large.example.com");
    return script;
  }

  private static String revision(String name, int kilobytes) {
    return "{'metadata':{'name':'" + name + "'},'revision':1,'data':{'x':'"
        + "x".repeat(kilobytes * 1024) + "'}}";
  }

  private static String big(String name, int kilobytes) {
    return "{'apiVersion':'large.example.com/v1','kind':'Big','metadata':{'name':'" + name
        + "'},'x':'" + "x".repeat(kilobytes * 1024) + "'}";
  }

  private static ConformanceScript empty() {
    ConformanceScript script = new ConformanceScript("9", "empty in messages").inNamespace();
    for (String template : List.of(
        "'template':{'spec':{'containers':[" + CONTAINER + "]}}",
        "'template':{'metadata':{'labels':{}},'spec':{'containers':[" + CONTAINER + "]}}",
        "'template':{'metadata':{'labels':null},'spec':{'containers':[" + CONTAINER + "]}}",
        "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[]}}")) {
      for (String kind : List.of("deployments", "replicasets", "daemonsets", "statefulsets")) {
        script.post(
            script.group("apps/v1", kind),
            "{'metadata':{'name':'d'},'spec':{" + SELECTOR + "," + template + "}}");
      }
    }
    for (String selector : List.of("{}", "{'matchLabels':{}}", "{'matchExpressions':[]}", "null")) {
      script.post(
          script.group("apps/v1", "deployments"),
          "{'metadata':{'name':'d'},'spec':{'selector':" + selector
              + ",'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[" + CONTAINER
              + "]}}}}");
    }
    for (String context : List.of(
        "{'allowPrivilegeEscalation':false,'privileged':true,'capabilities':{'add':[],'drop':[]}}",
        "{'allowPrivilegeEscalation':false,'privileged':true,'capabilities':{'add':[]}}",
        "{'allowPrivilegeEscalation':false,'privileged':true,'capabilities':{}}",
        "{'allowPrivilegeEscalation':false,'capabilities':{'add':['CAP_SYS_ADMIN'],'drop':[]}}")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1','securityContext':"
              + context + "}]}}");
    }
    for (String spec : List.of("{}", "{'rules':[]}", "{'rules':null}", "{'rules':[],'tls':[]}")) {
      script.post(
          script.group("networking.k8s.io/v1", "ingresses"),
          "{'metadata':{'name':'i'},'spec':" + spec + "}");
    }
    for (String capacity : List.of("{}", "null", "{'cpu':'1'}")) {
      script.post(
          "/api/v1/persistentvolumes?dryRun=All",
          "{'metadata':{'name':'v'},'spec':{'capacity':" + capacity
              + ",'accessModes':[],'hostPath':{'path':'/x'}}}");
    }
    for (String policy : List.of(
        "{'rules':[{'action':'FailJob','onExitCodes':{'operator':'In','values':[]}}]}",
        "{'rules':[{'action':'FailJob','onExitCodes':{'operator':'In'}}]}",
        "{'rules':[{'action':'FailJob','onPodConditions':[]}]}",
        "{'rules':[]}")) {
      script.post(
          script.group("batch/v1", "jobs?dryRun=All"),
          "{'metadata':{'name':'j'},'spec':{'podFailurePolicy':" + policy
              + ",'template':{'spec':{'restartPolicy':'Never','containers':[" + CONTAINER
              + "]}}}}");
    }
    for (String rest : List.of("'subsets':[{'addresses':[],'ports':[]}]", "'subsets':[]")) {
      script.post(script.core("endpoints?dryRun=All"), "{'metadata':{'name':'e'}," + rest + "}");
    }
    script.post(
        script.group("policy/v1", "poddisruptionbudgets"),
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1," + SELECTOR + "}}");
    script.mergePatch(
        script.group("policy/v1", "poddisruptionbudgets/b"),
        "{'spec':{'maxUnavailable':1,'selector':{'matchLabels':{},'matchExpressions':[]}}}");
    script.post(
        script.core("services?dryRun=All"), "{'metadata':{'name':'s'},'spec':{'ports':[]}}");
    script.post(
        script.core("limitranges?dryRun=All"), "{'metadata':{'name':'l'},'spec':{'limits':[]}}");
    script.post(
        script.group("rbac.authorization.k8s.io/v1", "roles?dryRun=All"),
        "{'metadata':{'name':'r'},'rules':[{'verbs':[],'resources':[],'apiGroups':[]}]}");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'m','labels':{},'annotations':{},'finalizers':[],'ownerReferences':[]},"
            + "'data':{},'binaryData':{}}");
    script.put(
        script.core("configmaps/m"),
        "{'metadata':{'name':'m','labels':{},'finalizers':[]},'data':{}}");
    return script;
  }
}
