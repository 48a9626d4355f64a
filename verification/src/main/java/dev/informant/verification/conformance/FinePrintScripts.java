package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** §9, §10 and §12: limits of metadata, names in bodies, graces that get shorter, definitions that change or go. */
final class FinePrintScripts {
  private static final String SUCH = "'containers':[{'name':'c','image':'i'}]";

  private FinePrintScripts() {}

  static List<ConformanceScript> all() {
    return List.of(
        metadata(),
        headers(),
        graces(),
        names(),
        kindsInPatches(),
        changedDefinition(),
        goingDefinition(),
        addedVersion());
  }

  private static ConformanceScript metadata() {
    ConformanceScript script = new ConformanceScript("9", "metadata limits").inNamespace();
    String path = script.core("configmaps");
    String most = "x".repeat(256 * 1024 - 1);
    script.post(path, "{'metadata':{'name':'a','annotations':{'a':'" + most + "x'}}}");
    script.post(path, "{'metadata':{'name':'b','finalizers':['x.io/f']}}");
    script.mergePatch(path + "/b", "{'metadata':{'annotations':{'a':'" + most + "','b':''}}}");
    String owners = "{'metadata':{'name':'a','ownerReferences':[";
    String same = "{'apiVersion':'v1','kind':'ConfigMap','name':'x','uid':'u'}";
    String other = "{'apiVersion':'v1','kind':'ConfigMap','name':'y','uid':'u'}";
    for (String wrong : List.of(
        "{'apiVersion':'v1','kind':'Event','name':'x','uid':'u'}",
        "{'kind':'Event','uid':'u','name':'x','controller':false,'apiVersion':'v1'}",
        "{'apiVersion':'events.k8s.io/v1','kind':'Event','name':'','uid':'u'}",
        "{'apiVersion':'a/b/c','kind':'','name':'','uid':''}",
        "{'apiVersion':'a/','kind':'K','name':'x','uid':'u'}",
        "{'apiVersion':'/','kind':'K','name':'x','uid':'u'}")) {
      script.post(path, owners + wrong + "]}}");
    }
    script.post(path, owners + same + "," + same + "," + same + "]}}");
    script.put(path + "/a", owners + same + "," + other + "," + same + "]}}");
    script.mergePatch(
        path + "/a", "{'metadata':{'ownerReferences':[" + other + "," + other + "]}}");
    script.put(path + "/a", "{'metadata':{'name':'a','deletionGracePeriodSeconds':5}}");
    script.delete(path + "/b");
    script.put(
        path + "/b",
        "{'metadata':{'name':'b','finalizers':['x.io/f'],'deletionGracePeriodSeconds':5}}");
    script.put(
        path + "/b",
        "{'metadata':{'name':'b','finalizers':['x.io/f'],'deletionGracePeriodSeconds':0}}");
    script.delete(path + "/a", "{'preconditions':{'uid':''}}");
    script.delete(path + "/a", "{'preconditions':{'resourceVersion':''}}");
    script.delete(path + "/a", "{'preconditions':{'uid':null,'resourceVersion':null}}");
    return script;
  }

  private static ConformanceScript headers() {
    ConformanceScript script = new ConformanceScript("6", "zeros and capitals").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a','labels':{'a':'1'}}}");
    for (String accept : List.of(
        "application/json;q=0",
        "application/json;q=0, application/yaml;q=0.1",
        "*/*;q=0",
        "text/plain;q=0")) {
      script.with("Accept", accept).get(path + "/a");
    }
    script.patch("APPLICATION/MERGE-PATCH+JSON", path + "/a", "{'data':{'k':'1'}}");
    script.patch("application/merge-patch+json; charset=utf-8", path + "/a", "{'data':{'k':'1'}}");
    for (String selector : List.of("a%3C-1", "a%3E-1", "a%3C2", "a%3Ex")) {
      script.get(path + "?labelSelector=" + selector);
    }
    return script;
  }

  private static ConformanceScript graces() {
    ConformanceScript script = new ConformanceScript("10", "finished meanwhile").inNamespace();
    String pods = script.core("pods");
    script.post(
        pods,
        "{'metadata':{'name':'p'},'spec':{'nodeName':'n','terminationGracePeriodSeconds':7," + SUCH
            + "}}");
    script.delete(pods + "/p");
    script.delete(pods + "/p?gracePeriodSeconds=60");
    script.delete(pods + "/p?gracePeriodSeconds=3");
    script.mergePatch(pods + "/p/status", "{'status':{'phase':'Succeeded'}}");
    script.delete(pods + "/p");
    script.delete(pods + "/p?gracePeriodSeconds=3");
    script.delete(pods + "/p?gracePeriodSeconds=-1");
    script.get(pods + "/p");
    script.delete(pods + "/p?gracePeriodSeconds=0");
    script.get(pods + "/p");
    return script;
  }

  private static ConformanceScript names() {
    ConformanceScript script = new ConformanceScript("9", "names in bodies").inNamespace();
    String pods = script.core("pods");
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.post(pods, "{'metadata':{'name':'free'},'spec':{" + SUCH + "}}");
    script.post(pods + "/free/binding", "{'target':{'name':'n'}}");
    script.post(pods + "/free/binding", "{'metadata':{'name':'x'},'target':{'name':'n'}}");
    script.post(pods + "/none/binding", "{'target':{'name':'n'}}");
    script.post(pods + "/free/eviction", "{}");
    script.post(pods + "/none/eviction", "{'metadata':{'name':'x'}}");
    script.post(pods + "/none/eviction", "{'metadata':{'name':'none'}}");
    script.get(pods + "/free");
    script.post(
        budgets,
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'a':'b'}}}}");
    script.mergePatch(
        budgets + "/b/status",
        "{'status':{'disruptionsAllowed':2,'currentHealthy':3,'desiredHealthy':1,'expectedPods':3,"
            + "'observedGeneration':1}}");
    for (String pod : List.of("p", "q", "r")) {
      script.post(
          pods,
          "{'metadata':{'name':'" + pod + "','labels':{'a':'b'}},'spec':{'nodeName':'n'," + SUCH
              + "}}");
      script.mergePatch(
          pods + "/" + pod + "/status",
          "{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}");
      script.post(pods + "/" + pod + "/eviction", "{'metadata':{'name':'" + pod + "'}}");
      script.get(budgets + "/b");
    }
    script.mergePatch(
        budgets + "/b/status",
        "{'status':{'currentHealthy':1,'conditions':[{'type':'DisruptionAllowed','status':'False',"
            + "'reason':'SyncFailed','message':'why','lastTransitionTime':'2026-01-01T00:00:00Z'}]}}");
    script.post(pods + "/r/eviction", "{'metadata':{'name':'r'}}");
    script.mergePatch(
        budgets + "/b/status", "{'status':{'disruptionsAllowed':1,'currentHealthy':2}}");
    script.post(pods + "/r/eviction", "{'metadata':{'name':'r'}}");
    script.get(budgets + "/b");
    return script;
  }

  private static ConformanceScript kindsInPatches() {
    ConformanceScript script = new ConformanceScript("9", "kinds in patches").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    for (String patch : List.of(
        "{'kind':'Secret'}",
        "{'apiVersion':'v2','data':{'k':'1'}}",
        "{'kind':'Nobody','apiVersion':'nowhere/v1'}")) {
      script.strategicPatch(path + "/a", patch);
      script.mergePatch(path + "/a", patch);
    }
    script.strategicPatch(path + "/a", "{'kind':null,'apiVersion':null}");
    return script;
  }

  private static String version(String color) {
    return "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object',"
        + "'properties':{'spec':{'type':'object','properties':{'color':{'type':'string'" + color
        + "},'list':{'type':'array','items':{'type':'number'}}}}}}}}";
  }

  private static ConformanceScript changedDefinition() {
    ConformanceScript script = new ConformanceScript("12", "changed definition").inNamespace();
    String group = "changed.example.com";
    String name = "gears." + group;
    String definitions = CustomResourceScripts.DEFINITIONS;
    script.post(
        definitions,
        CustomResourceScripts.definition("gears", "Gear", group, "Namespaced", version("")));
    CustomResourceScripts.established(script, name, "v1");
    String path = script.group(group + "/v1", "gears");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(
            path,
            "{'apiVersion':'" + group + "/v1','kind':'Gear','metadata':{'name':'a'},'spec':{}}");
    script.jsonPatch(
        path + "/a",
        "[{'op':'add','path':'/spec/list','value':[1,2]},"
            + "{'op':'test','path':'/spec/list/1','value':2.0}]");
    script.jsonPatch(
        path + "/a",
        "[{'op':'add','path':'/spec/list','value':[1,2.0]},"
            + "{'op':'test','path':'/spec/list/1','value':2}]");
    script.jsonPatch(path + "/a", "[{'op':'add','path':'/spec/list','value':[1,2.0]}]");
    script.jsonPatch(path + "/a", "[{'op':'test','path':'/spec/list/1','value':2.0}]");
    script.jsonPatch(path + "/a", "[{'op':'test','path':'/spec/list/1','value':2}]");
    script.watch(path + "?resourceVersion=${rv}");
    script.post(
        "/apis/" + group + "/v1/gears",
        "{'apiVersion':'" + group + "/v1','kind':'Gear','metadata':{'name':'b'}}");
    script.mergePatch(
        definitions + "/" + name, "{'spec':{'versions':[" + version(",'default':'red'") + "]}}");
    script.await(path + "/a", "/spec/color", "red");
    script.watch(path + "?resourceVersion=${rv}");
    script.get(path + "?resourceVersion=${rv}&resourceVersionMatch=Exact");
    script.capture("now", "/metadata/resourceVersion").get(path);
    script.watch(path + "?resourceVersion=${now}");
    script.delete(definitions + "/" + name);
    return script;
  }

  private static ConformanceScript goingDefinition() {
    ConformanceScript script = new ConformanceScript("12", "going definition").inNamespace();
    String group = "going.example.com";
    String name = "gears." + group;
    String definition = CustomResourceScripts.DEFINITIONS + "/" + name;
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition("gears", "Gear", group, "Namespaced", version("")));
    CustomResourceScripts.established(script, name, "v1");
    String path = script.group(group + "/v1", "gears");
    String head = "{'apiVersion':'" + group + "/v1','kind':'Gear','metadata':{'name':'";
    script.post(path, head + "a','finalizers':['x.io/f']},'spec':{'color':'red'}}");
    script.delete(definition);
    script.await(path + "/a", tree -> tree.path("metadata").has("deletionTimestamp"));
    script.await("/apis/" + group + "/v1", tree -> !verbs(tree).contains("create"));
    script.await(
        definition, tree -> tree.path("status").toString().contains("InstanceDeletionInProgress"));
    script.get("/apis/" + group + "/v1");
    script.post(path, head + "late'}}");
    script.post(path, head + "','generateName':'late-'}}");
    script.mergePatch(path + "/a", "{'spec':{'color':'blue'}}");
    script.delete(definition);
    script.delete(definition);
    script.get(definition);
    script.mergePatch(path + "/a", "{'metadata':{'finalizers':null}}");
    script.await(definition, "/code", "404");
    script.get(path + "/a");
    return script;
  }

  /** A second version comes, with a schema of its own; then the first is no longer served. */
  private static ConformanceScript addedVersion() {
    ConformanceScript script = new ConformanceScript("12", "added version").inNamespace();
    String group = "added.example.com";
    String name = "gears." + group;
    String definition = CustomResourceScripts.DEFINITIONS + "/" + name;
    String second = version(",'default':'red'").replace("'storage':true", "'storage':false");
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition("gears", "Gear", group, "Namespaced", version("")));
    CustomResourceScripts.established(script, name, "v1");
    String path = script.group(group + "/v1", "gears");
    String later = script.group(group + "/v2", "gears");
    String head = "{'apiVersion':'" + group + "/v1','kind':'Gear','metadata':{'name':'";
    script.post(path, head + "a'},'spec':{'list':[1]}}");
    script.capture("old", "/metadata/resourceVersion").get(path);
    script.open("first", path + "?watch=1&timeoutSeconds=8&resourceVersion=${old}");
    script.post(path, head + "b'},'spec':{'list':[2]}}");
    script.take("first", 1);
    script.get(later);
    script.get("/apis/" + group + "/v2");
    script.mergePatch(
        definition,
        "{'spec':{'versions':[" + version("") + "," + second.replace("'v1'", "'v2'") + "]}}");
    CustomResourceScripts.established(script, name, "v1", "v2");
    script.await(later, "/kind", "GearList");
    script.finish("first");
    script.post(path, head + "c'},'spec':{'list':[5]}}");
    script.get("/apis/" + group);
    script.get("/apis/" + group + "/v1");
    script.get("/apis/" + group + "/v2");
    script.get(definition);
    script.get(path);
    script.get(later);
    script.get(path + "?resourceVersion=${old}&resourceVersionMatch=Exact");
    script.get(later + "?resourceVersion=${old}&resourceVersionMatch=Exact");
    script.get(path + "?resourceVersion=${old}");
    script.watch(path + "?resourceVersion=${old}");
    script.watch(later + "?resourceVersion=${old}");
    script.capture("now", "/metadata/resourceVersion").get(later);
    script.open("second", later + "?watch=1&timeoutSeconds=2&resourceVersion=${now}");
    script.mergePatch(later + "/a", "{'spec':{'list':[3]}}");
    script.mergePatch(path + "/b", "{'spec':{'list':[4]}}");
    script.mergePatch(path + "/b", "{'spec':{'color':'blue'}}");
    script.take("second", 2);
    script.finish("second");
    script.get(path + "/a");
    script.mergePatch(
        definition,
        "{'spec':{'versions':[" + version("").replace("'served':true", "'served':false") + ","
            + second.replace("'v1'", "'v2'") + "]}}");
    CustomResourceScripts.established(script, name, "v2");
    script.get("/apis/" + group);
    script.get(path + "/a");
    script.get(later + "/a");
    script.delete(definition);
    return script;
  }

  private static String verbs(JsonNode resources) {
    return resources.path("resources").path(0).path("verbs").toString();
  }
}
