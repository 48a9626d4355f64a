package dev.informant.verification.conformance;

import java.util.List;

/** §9: patches that say odd things, and what the libraries of a real server make of them. */
final class OddPatchScripts {
  private OddPatchScripts() {}

  static List<ConformanceScript> all() {
    return List.of(json(), strategic(), lists(), nulls());
  }

  private static ConformanceScript json() {
    ConformanceScript script = new ConformanceScript("9", "odd json patches").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'a','finalizers':['e.com/a','e.com/b','e.com/c']},'data':{'k':'1','h':'x'}}");
    for (String patch : List.of(
        "[{'op':'test','path':'/metadata/finalizers/-1','value':'e.com/c'}]",
        "[{'op':'test','path':'/metadata/finalizers/-3','value':'e.com/a'}]",
        "[{'op':'test','path':'/metadata/finalizers/-4','value':'e.com/a'}]",
        "[{'op':'test','path':'/metadata/finalizers/00','value':'e.com/a'}]",
        "[{'op':'test','path':'/metadata/finalizers/+1','value':'e.com/b'}]",
        "[{'op':'test','path':'/metadata/finalizers/-','value':'e.com/b'}]",
        "[{'op':'test','path':'/metadata/finalizers/1e0','value':'e.com/b'}]",
        "[{'op':'test','path':'/metadata/finalizers/','value':'e.com/a'}]",
        "[{'op':'test','path':'/metadata/finalizers/99999999999999999999','value':'x'}]",
        "[{'op':'add','path':'/metadata/finalizers/-1','value':'e.com/d'}]",
        "[{'op':'add','path':'/metadata/finalizers/-2','value':'e.com/e'}]",
        "[{'op':'add','path':'/metadata/finalizers/-6','value':'e.com/f'}]",
        "[{'op':'add','path':'/metadata/finalizers/-8','value':'e.com/g'}]",
        "[{'op':'add','path':'/metadata/finalizers/01','value':'e.com/h'}]",
        "[{'op':'replace','path':'/metadata/finalizers/-1','value':'e.com/i'}]",
        "[{'op':'replace','path':'/metadata/finalizers/-9','value':'e.com/i'}]",
        "[{'op':'remove','path':'/metadata/finalizers/-1'}]",
        "[{'op':'remove','path':'/metadata/finalizers/-9'}]",
        "[{'op':'move','from':'/metadata/finalizers/-1','path':'/metadata/finalizers/0'}]",
        "[{'op':'copy','from':'/metadata/finalizers/0','path':'/data/-1'}]",
        "[{'op':'add','path':'/data/n'}]",
        "[{'op':'add','path':'/data/n','value':null}]",
        "[{'op':'replace','path':'/data/k'}]",
        "[{'op':'test','path':'/data/k'}]",
        "[{'op':'test','path':'/data/missing'}]",
        "[{'op':'test','path':'/missing/deep'}]",
        "[{'op':'test','path':'','value':{}}]",
        "[{'op':'copy','from':'/data/missing','path':'/data/c'}]",
        "[{'op':'copy','from':'/missing/deep','path':'/data/c'}]",
        "[{'op':'copy','from':'','path':'/data/c'}]",
        "[{'op':'copy','path':'/data/c'}]",
        "[{'op':'copy','from':'/data/h'}]",
        "[{'op':'move','from':'/data','path':'/data/c'}]",
        "[{'op':'move','from':'/data/h','path':'/data/h'}]",
        "[{'op':'move','from':'','path':'/data/c'}]",
        "[{'op':'add','path':'','value':{}}]",
        "[{'op':'add','path':'/','value':'x'}]",
        "[{'op':'remove','path':''}]",
        "[{'op':'remove','path':'/'}]",
        "[{'op':'remove'}]",
        "[{'op':'replace','path':'','value':1}]",
        "[{'op':'replace','path':'','value':null}]",
        "[null]",
        "null",
        "[{}]",
        "[{'op':null,'path':'/data/k'}]",
        "[{'op':'remove','path':null}]",
        "[{'op':'ADD','path':'/data/u','value':'1'}]",
        "[{'op':'add','path':'/data/a~2b','value':'1'}]",
        "[{'op':'add','path':'/data/t~01','value':'1'}]",
        "[{'op':'add','path':'/data/h/x','value':'1'}]",
        "[{'op':'add','path':'/data/z','value':'1','extra':5}]",
        "[{'op':'add','path':'/metadata/annotations/x','value':'1'}]")) {
      script.jsonPatch(path, patch);
    }
    String lease = script.group("coordination.k8s.io/v1", "leases");
    script.post(lease, "{'metadata':{'name':'l'},'spec':{'leaseDurationSeconds':1}}");
    for (String value : List.of("1", "1.0", "1e0", "'1'", "null")) {
      script.jsonPatch(
          lease + "/l",
          "[{'op':'test','path':'/spec/leaseDurationSeconds','value':" + value + "}]");
    }
    script.jsonPatch(
        lease + "/l", "[{'op':'test','path':'/spec','value':{'leaseDurationSeconds':1}}]");
    script.jsonPatch(
        lease + "/l", "[{'op':'test','path':'/spec','value':{'leaseDurationSeconds':1.0}}]");
    return script;
  }

  private static ConformanceScript strategic() {
    ConformanceScript script = new ConformanceScript("9", "odd strategic patches").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"), "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    for (String patch : List.of(
        "{'$patch':'merge','data':{'n':'2'}}",
        "{'data':{'$patch':'merge','n':'2'}}",
        "{'data':{'$patch':5}}",
        "{'data':{'$patch':null}}",
        "{'metadata':{'annotations':{'$patch':'replace','a':'b'}}}",
        "{'metadata':{'annotations':{'$patch':'delete'}}}",
        "{'metadata':{'annotations':{'$patch':'merge','a':'b'}}}",
        "{'metadata':{'annotations':{'a':'b','c':null}}}",
        "{'data':{'$patch':'replace','r':'1','s':null}}",
        "{'data':{'$retainKeys':'k'}}",
        "{'data':{'$retainKeys':['r'],'other':'1'}}",
        "{'data':{'$retainKeys':['r'],'r':null}}",
        "{'metadata':{'$deleteFromPrimitiveList/finalizers':['none']}}",
        "{'metadata':{'$deleteFromPrimitiveList':['none']}}",
        "{'metadata':{'$setElementOrder/finalizers':'x'}}",
        "{'metadata':{'$setElementOrder':['x']}}",
        "{'$patch':'delete'}",
        "{'$patch':'replace','metadata':{'name':'a'}}",
        "null",
        "1")) {
      script.strategicPatch(path, patch);
    }
    script.get(path);
    return script;
  }

  private static ConformanceScript lists() {
    ConformanceScript script = new ConformanceScript("9", "odd strategic lists").inNamespace();
    String path = script.group("apps/v1", "deployments/d");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'replicas':1,'selector':{'matchLabels':{'a':'b'}},'strategy':"
            + "{'type':'Recreate'},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':["
            + "{'name':'c','image':'i','securityContext':{'runAsUser':1}},{'name':'d','image':'j'}],"
            + "'tolerations':[{'key':'a','operator':'Exists'}]}}}}");
    for (String patch : List.of(
        "{'containers':[{'$patch':'merge'},{'name':'c','image':'i2'}]}",
        "{'containers':[{'name':'c','$patch':'merge','image':'i2'}]}",
        "{'containers':[{'name':'c','$patch':'unknown'}]}",
        "{'containers':[{'name':'c','$patch':'replace','image':'i3'}]}",
        "{'containers':[{'$patch':'delete'}]}",
        "{'containers':[{'name':'none','$patch':'delete'}]}",
        "{'containers':[{'name':'c','securityContext':{'$patch':'delete'}}]}",
        "{'containers':[{'name':'c','securityContext':{'$patch':'merge','runAsUser':2}}]}",
        "{'containers':[]}",
        "{'containers':null}",
        "{'volumes':[{'emptyDir':{}}]}",
        "{'volumes':[{'$patch':'replace'},{'name':'v','emptyDir':{}}]}",
        "{'volumes':[{'$patch':'merge','name':'w'},{'name':'v','emptyDir':{}}]}",
        "{'tolerations':[{'$patch':'replace'},{'key':'b','operator':'Exists'}]}",
        "{'tolerations':[{'$patch':'merge','key':'c','operator':'Exists'}]}",
        "{'$setElementOrder/containers':[{'name':'c'}],'containers':[{'name':'d','image':'j2'}]}",
        "{'$setElementOrder/containers':[{'name':'none'},{'name':'c'}]}",
        "{'$setElementOrder/containers':[]}")) {
      script.strategicPatch(path, "{'spec':{'template':{'spec':" + patch + "}}}");
    }
    script.strategicPatch(path, "{'spec':{'strategy':{'$patch':'delete'}}}");
    script.strategicPatch(path, "{'spec':{'strategy':{'$patch':'replace','type':'Recreate'}}}");
    script.get(path);
    return script;
  }

  /** A null in a list is read as the zero of what belongs there, by the converter of strategic patches, too. */
  private static ConformanceScript nulls() {
    ConformanceScript script =
        new ConformanceScript("9", "nulls in strategic patches").inNamespace();
    String bindings = script.group("rbac.authorization.k8s.io/v1", "rolebindings");
    script.post(
        bindings,
        "{'metadata':{'name':'n'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'}}");
    script.strategicPatch(bindings + "/n", "{'subjects':[null]}");
    script.strategicPatch(bindings + "/n", "{'subjects':[{'kind':'User','name':'u'}]}");
    script.strategicPatch(bindings + "/n", "{'subjects':[null,{'kind':'User','name':'v'}]}");
    String roles = script.group("rbac.authorization.k8s.io/v1", "roles");
    script.post(roles, "{'metadata':{'name':'n'}}");
    for (String rule : List.of(
        "null",
        "{'apiGroups':[''],'resources':['pods'],'verbs':[null]}",
        "{'apiGroups':[null],'resources':['pods'],'verbs':['get']}")) {
      script.strategicPatch(roles + "/n", "{'rules':[" + rule + "]}");
    }
    String endpoints = script.core("endpoints");
    script.post(endpoints, "{'metadata':{'name':'n'}}");
    for (String subset : List.of(
        "null",
        "{'addresses':[{'ip':'10.0.0.1'}],'ports':[null]}",
        "{'addresses':[null],'ports':[{'port':1}]}")) {
      script.strategicPatch(endpoints + "/n", "{'subsets':[" + subset + "]}");
    }
    String slices = script.group("discovery.k8s.io/v1", "endpointslices");
    script.post(slices, "{'metadata':{'name':'n'},'addressType':'IPv4','endpoints':[]}");
    script.strategicPatch(slices + "/n", "{'ports':[null]}");
    String ranges = script.core("limitranges");
    script.post(ranges, "{'metadata':{'name':'n'},'spec':{'limits':[]}}");
    for (String limit : List.of("null", "{'type':'Container','max':{'cpu':null}}")) {
      script.strategicPatch(ranges + "/n", "{'spec':{'limits':[" + limit + "]}}");
    }
    String services = script.core("services");
    script.post(
        services, "{'metadata':{'name':'n'},'spec':{'clusterIP':'None','selector':{'a':'b'}}}");
    script.strategicPatch(services + "/n", "{'spec':{'ports':[null]}}");
    script.strategicPatch(services + "/n", "{'spec':{'externalIPs':[null]}}");
    String maps = script.core("configmaps");
    script.post(maps, "{'metadata':{'name':'n'}}");
    for (String list : List.of("finalizers", "ownerReferences")) {
      script.strategicPatch(maps + "/n", "{'metadata':{'" + list + "':[null]}}");
    }
    String deployments = script.group("apps/v1", "deployments");
    script.post(
        deployments,
        "{'metadata':{'name':'n'},'spec':{'replicas':1,'selector':{'matchLabels':{'a':'b'}},'template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
    for (String spec : List.of(
        "'containers':[{'name':'c','args':[null]}]",
        "'containers':[{'name':'c','env':[null]}]",
        "'tolerations':[null]",
        "'imagePullSecrets':[null]")) {
      script.strategicPatch(deployments + "/n", "{'spec':{'template':{'spec':{" + spec + "}}}}");
    }
    return script;
  }
}
