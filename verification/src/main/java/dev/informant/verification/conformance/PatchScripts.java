package dev.informant.verification.conformance;

import java.util.List;

/** §9: patches. */
final class PatchScripts {
  private PatchScripts() {}

  static List<ConformanceScript> all() {
    return List.of(json(), merge(), strategic(), strategicLists(), refused());
  }

  private static ConformanceScript json() {
    ConformanceScript script = new ConformanceScript("9", "json patch").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"), "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    for (String patch : List.of(
        "[{'op':'add','path':'/data/n','value':'2'}]",
        "[{'op':'replace','path':'/data/n','value':'3'}]",
        "[{'op':'remove','path':'/data/n'}]",
        "[{'op':'remove','path':'/data/n'}]",
        "[{'op':'replace','path':'/data/missing','value':'3'}]",
        "[{'op':'test','path':'/data/k','value':'1'}]",
        "[{'op':'test','path':'/data/k','value':'other'}]",
        "[{'op':'test','path':'/data/missing','value':null}]",
        "[{'op':'copy','from':'/data/k','path':'/data/c'}]",
        "[{'op':'move','from':'/data/c','path':'/data/m'}]",
        "[{'op':'move','from':'/data/none','path':'/data/m'}]",
        "[{'op':'add','path':'/metadata/labels/a~1b','value':'v'}]",
        "[{'op':'unknown','path':'/data/k'}]",
        "[{'path':'/data/k'}]",
        "{}",
        "[",
        "[]",
        "[1]",
        "[{'op':'add','path':'data/k','value':'v'}]",
        "[{'op':'add','path':'/none/deep','value':'v'}]",
        "[{'op':'replace','path':'','value':{}}]",
        "[{'op':'add','path':'/data/k','value':5}]",
        "[{'op':'replace','path':'/metadata/name','value':'b'}]",
        "[{'op':'add','path':'/metadata/finalizers','value':['example.com/a']},"
            + "{'op':'add','path':'/metadata/finalizers/-','value':'example.com/b'},"
            + "{'op':'add','path':'/metadata/finalizers/0','value':'example.com/c'}]",
        "[{'op':'remove','path':'/metadata/finalizers/9'}]",
        "[{'op':'remove','path':'/metadata/finalizers'}]")) {
      script.jsonPatch(path, patch);
    }
    script.jsonPatch(script.core("configmaps/missing"), "[]");
    return script;
  }

  private static ConformanceScript merge() {
    ConformanceScript script = new ConformanceScript("9", "merge patch").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"), "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    for (String patch : List.of(
        "{'data':{'n':'2'}}",
        "{'data':{'n':null}}",
        "{'data':null}",
        "{'metadata':{'labels':{'y':'2','x':null}}}",
        "{'metadata':{'annotations':{'a':'b'}}}",
        "{}",
        "[]",
        "null",
        "{",
        "{'data':{'k':5}}",
        "{'kind':'Secret'}",
        "{'apiVersion':'apps/v1'}",
        "{'metadata':null}",
        "{'metadata':{'finalizers':['example.com/a']}}",
        "{'metadata':{'finalizers':[]}}",
        "{'metadata':{'labels':{'bad key':'v'}}}")) {
      script.mergePatch(path, patch);
    }
    script.patch("application/merge-patch+json;charset=utf-8", path, "{'data':{'c':'1'}}");
    return script;
  }

  private static ConformanceScript strategic() {
    ConformanceScript script = new ConformanceScript("9", "strategic patch").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"), "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    for (String patch : List.of(
        "{'data':{'n':'2'}}",
        "{'data':{'n':null}}",
        "{'data':{'$patch':'replace','only':'1'}}",
        "{'data':{'$patch':'delete'}}",
        "{'metadata':{'finalizers':['example.com/a']}}",
        "{'metadata':{'finalizers':['example.com/b']}}",
        "{'metadata':{'$deleteFromPrimitiveList/finalizers':['example.com/a','example.com/b']}}",
        "{'metadata':{'labels':{'$retainKeys':['x'],'x':'2'}}}",
        "{'$patch':'unknown'}",
        "{'data':{'$patch':'unknown'}}",
        "{",
        "[]",
        "{'data':'x'}")) {
      script.strategicPatch(path, patch);
    }
    return script;
  }

  private static ConformanceScript strategicLists() {
    ConformanceScript script = new ConformanceScript("9", "strategic lists").inNamespace();
    String path = script.group("apps/v1", "deployments/d");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'replicas':1,'selector':"
            + "{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':["
            + "{'name':'c','image':'i','env':[{'name':'A','value':'1'}],'ports':[{'containerPort':80}]},"
            + "{'name':'d','image':'j'}],'volumes':[{'name':'v','emptyDir':{}}]}}}}");
    for (String patch : List.of(
        "{'containers':[{'name':'c','image':'i2'}]}",
        "{'containers':[{'name':'c','env':[{'name':'B','value':'2'}]}]}",
        "{'containers':[{'name':'c','env':[{'name':'A','$patch':'delete'}]}]}",
        "{'containers':[{'name':'e','image':'new'}]}",
        "{'$setElementOrder/containers':[{'name':'e'},{'name':'d'},{'name':'c'}],'containers':[{'name':'e','image':'e2'}]}",
        "{'containers':[{'name':'d','$patch':'delete'}]}",
        "{'containers':[{'name':'c','ports':[{'containerPort':81,'name':'http'}]}]}",
        "{'containers':[{'$patch':'replace'},{'name':'z','image':'only'}]}",
        "{'volumes':[{'name':'v','emptyDir':null,'configMap':{'name':'m'}}]}",
        "{'volumes':[{'name':'v','$retainKeys':['name','emptyDir'],'emptyDir':{}}]}",
        "{'containers':[{'image':'nameless'}]}",
        "{'tolerations':[{'key':'a','operator':'Exists'}]}",
        "{'tolerations':[{'key':'b','operator':'Exists'}]}")) {
      script.strategicPatch(path, "{'spec':{'template':{'spec':" + patch + "}}}");
    }
    script.strategicPatch(path, "{'spec':{'replicas':null}}");
    return script;
  }

  private static ConformanceScript refused() {
    ConformanceScript script = new ConformanceScript("9", "patches refused").inNamespace();
    String path = script.core("configmaps/a");
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    script.patch("application/json", path, "{}");
    script.patch("text/plain", path, "{}");
    script.patch("", path, "{}");
    script.patch("application/merge-patch+yaml", path, "{}");
    script.mergePatch(path + "?force=true", "{}");
    script.mergePatch(path + "?fieldManager=" + "m".repeat(129), "{}");
    script.mergePatch(script.core("pods/missing"), "{'spec':{}}");
    return script;
  }
}
