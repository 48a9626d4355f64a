package dev.informant.verification.conformance;

import java.util.List;

/** §9: which lists a strategic merge patch merges, and which changes of metadata count. */
final class MergeScripts {
  private static final String POD =
      "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
          + "'spec':{'containers':[{'name':'c','image':'i'}]}}";

  /** With all that a real server would fill in. */
  private static final String POLICY =
      "'failurePolicy':'Fail','matchConstraints':{'matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{},"
          + "'resourceRules':[{'apiGroups':['none.example.com'],'apiVersions':['v1'],'operations':['CREATE'],"
          + "'resources':['nones'],'scope':'*'}]},";

  private MergeScripts() {}

  static List<ConformanceScript> all() {
    return List.of(byType(), ofStatuses(), ofOtherTypes(), generations());
  }

  private static ConformanceScript byType() {
    ConformanceScript script = new ConformanceScript("9", "lists by type").inNamespace();
    String account = script.core("serviceaccounts/a");
    script.post(
        script.core("serviceaccounts"),
        "{'metadata':{'name':'a'},'secrets':[{'name':'x'}],'imagePullSecrets':[{'name':'x'}]}");
    script.strategicPatch(account, "{'imagePullSecrets':[{'name':'y'}]}");
    script.strategicPatch(account, "{'secrets':[{'name':'y'}]}");
    String budget = script.group("policy/v1", "poddisruptionbudgets/b");
    script.post(
        script.group("policy/v1", "poddisruptionbudgets"),
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'a':'b'}}}}");
    script.strategicPatch(budget, "{'spec':{'selector':{'matchLabels':{'c':'d'}}}}");
    script.strategicPatch(
        budget,
        "{'spec':{'selector':{'matchExpressions':[{'key':'k','operator':'Exists'}],'matchLabels':null}}}");
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    String policy = policies + "/" + script.namespace();
    script.post(
        policies,
        "{'metadata':{'name':'" + script.namespace() + "'},'spec':{" + POLICY
            + "'variables':[{'name':'a','expression':'1'}],'validations':[{'expression':'true'}]}}");
    script.strategicPatch(policy, "{'spec':{'variables':[{'name':'b','expression':'2'}]}}");
    script.strategicPatch(policy, "{'spec':{'variables':[{'name':'a','expression':'3'}]}}");
    script.strategicPatch(policy, "{'spec':{'validations':[{'expression':'1 == 1'}]}}");
    script.strategicPatch(policy, "{'spec':{'variables':[{'name':'a','$patch':'delete'}]}}");
    script.delete(policy);
    String node = "/api/v1/nodes/" + script.namespace();
    script.post("/api/v1/nodes", "{'metadata':{'name':'" + script.namespace() + "'}}");
    script.strategicPatch(node, "{'spec':{'podCIDR':'10.1.0.0/24','podCIDRs':['10.1.0.0/24']}}");
    script.strategicPatch(node, "{'spec':{'podCIDRs':['10.1.0.0/24']}}");
    script.strategicPatch(node, "{'spec':{'podCIDRs':['fd00::/64']}}");
    script.delete(node);
    return script;
  }

  private static ConformanceScript ofStatuses() {
    ConformanceScript script = new ConformanceScript("9", "lists of statuses").inNamespace();
    String pod = script.core("pods/a");
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'a'},'spec':{'containers':[{'name':'c','image':'i'}],'resourceClaims':["
            + "{'name':'x','resourceClaimName':'cx'},{'name':'y','resourceClaimTemplateName':'ty'},"
            + "{'name':'z','resourceClaimTemplateName':'tz'}]}}");
    for (String status : List.of(
        "{'conditions':[{'type':'example.com/a','status':'True'}]}",
        "{'conditions':[{'type':'example.com/b','status':'True'}]}",
        "{'resourceClaimStatuses':[{'name':'y','resourceClaimName':'c1'}]}",
        "{'resourceClaimStatuses':[{'name':'z','resourceClaimName':'c2'}]}",
        "{'podIPs':[{'ip':'10.0.0.1'}],'podIP':'10.0.0.1'}")) {
      script.strategicPatch(pod + "/status", "{'status':" + status + "}");
    }
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    String policy = policies + "/" + script.namespace();
    script.post(
        policies,
        "{'metadata':{'name':'" + script.namespace() + "'},'spec':{" + POLICY
            + "'validations':[{'expression':'true'}]}}");
    for (String type : List.of("A", "B")) {
      script.strategicPatch(
          policy + "/status",
          "{'status':{'conditions':[{'type':'" + type
              + "','status':'True','reason':'R','message':'m','lastTransitionTime':'2026-01-01T00:00:00Z'}]}}");
    }
    script.delete(policy);
    String service = script.core("services/s");
    script.post(
        script.core("services"), "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}");
    for (String type : List.of("A", "B")) {
      script.strategicPatch(
          service + "/status",
          "{'status':{'conditions':[{'type':'" + type
              + "','status':'True','reason':'R','message':'m','lastTransitionTime':'2026-01-01T00:00:00Z'}]}}");
    }
    return script;
  }

  private static ConformanceScript ofOtherTypes() {
    ConformanceScript script = new ConformanceScript("9", "elements of other types").inNamespace();
    String path = script.core("pods/a");
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'a','finalizers':['example.com/a']},'spec':{'containers':[{'name':'c','image':'i',"
            + "'imagePullPolicy':'Always','terminationMessagePath':'/dev/termination-log',"
            + "'terminationMessagePolicy':'File'}]}}");
    for (String patch : List.of(
        "{'spec':{'containers':['c']}}",
        "{'spec':{'containers':[1]}}",
        "{'spec':{'containers':[[]]}}",
        "{'spec':{'containers':[null]}}",
        "{'spec':{'containers':[{'name':'c'},true]}}",
        "{'metadata':{'finalizers':[1]}}",
        "{'metadata':{'finalizers':[{'a':'b'}]}}",
        "{'metadata':{'$deleteFromPrimitiveList/finalizers':[1.5]}}",
        "{'metadata':{'finalizers':[]}}",
        "{'spec':{'containers':[]}}",
        "{'spec':{'tolerations':['x']}}")) {
      script.strategicPatch(path, patch);
    }
    return script;
  }

  private static ConformanceScript generations() {
    ConformanceScript script = new ConformanceScript("9", "generation of metadata").inNamespace();
    String deployment = script.group("apps/v1", "deployments/d");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'replicas':1," + POD + "}}");
    String set = script.group("apps/v1", "replicasets/r");
    script.post(
        script.group("apps/v1", "replicasets"),
        "{'metadata':{'name':'r'},'spec':{'replicas':1," + POD + "}}");
    String slice = script.group("discovery.k8s.io/v1", "endpointslices/s");
    script.post(
        script.group("discovery.k8s.io/v1", "endpointslices"),
        "{'metadata':{'name':'s'},'addressType':'IPv4','endpoints':[]}");
    for (String path : List.of(deployment, set, slice)) {
      for (String metadata : List.of(
          "{'annotations':{'a':'b'}}",
          "{'labels':{'a':'b'}}",
          "{'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'p','uid':'u'}]}",
          "{'finalizers':['example.com/f']}",
          "{'annotations':null}",
          "{'annotations':{}}",
          "{'labels':null}")) {
        script.mergePatch(path, "{'metadata':" + metadata + "}");
      }
    }
    script.mergePatch(deployment + "/status", "{'metadata':{'annotations':{'c':'d'}}}");
    script.mergePatch(deployment, "{'spec':{'replicas':2}}");
    script.delete(deployment);
    return script;
  }
}
