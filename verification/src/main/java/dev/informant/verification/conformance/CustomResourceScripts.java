package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** §12: custom resources. */
final class CustomResourceScripts {
  static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private CustomResourceScripts() {}

  static List<ConformanceScript> all() {
    return List.of(things(), plain(), refused(), versions());
  }

  static String definition(
      String plural, String kind, String group, String scope, String versions) {
    return "{'metadata':{'name':'" + plural + "." + group + "'},'spec':{'group':'" + group
        + "','scope':'" + scope + "','names':{'plural':'" + plural + "','kind':'" + kind
        + "'},'versions':[" + versions + "]}}";
  }

  /**
   * Waits until the definition is served in these versions. A real server tells of a group in two places: by the
   * definitions it serves, and a little later by one list entry a version; only the list of all groups shows whether
   * the latter is whole.
   */
  static void established(ConformanceScript script, String name, String... versions) {
    String group = name.substring(name.indexOf('.') + 1);
    script.await(DEFINITIONS + "/" + name, "/status/conditions/1/status", "True");
    script.await("/apis", tree -> versions(tree, group).equals(Set.of(versions)));
    for (String version : versions) {
      script.await("/apis/" + group + "/" + version, "/kind", "APIResourceList");
    }
  }

  private static Set<String> versions(JsonNode groups, String name) {
    Set<String> versions = new HashSet<>();
    for (JsonNode group : groups.path("groups")) {
      if (group.path("name").asText().equals(name)) {
        group
            .path("versions")
            .forEach(version -> versions.add(version.path("version").asText()));
      }
    }
    return versions;
  }

  private static ConformanceScript things() {
    ConformanceScript script = new ConformanceScript("12", "things").inNamespace();
    script.post(
        DEFINITIONS,
        definition(
            "things",
            "Thing",
            "things.example.com",
            "Namespaced",
            "{'name':'v1','served':true,'storage':true,'subresources':{'status':{},'scale':{'specReplicasPath':"
                + "'.spec.replicas','statusReplicasPath':'.status.replicas'}},'additionalPrinterColumns':[{'name':'Size',"
                + "'type':'integer','jsonPath':'.spec.size'}],'selectableFields':[{'jsonPath':'.spec.color'}],'schema':"
                + "{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','required':['size'],"
                + "'properties':{'size':{'type':'integer','minimum':1,'maximum':9},'color':{'type':'string','enum':"
                + "['red','blue'],'default':'red'},'replicas':{'type':'integer'},'free':{'type':'object',"
                + "'x-kubernetes-preserve-unknown-fields':true},'port':{'x-kubernetes-int-or-string':true},'name':"
                + "{'type':'string','pattern':'^[a-z]+$','maxLength':5},'list':{'type':'array','maxItems':2,'items':"
                + "{'type':'string'}}}},'status':{'type':'object','properties':{'replicas':{'type':'integer'},"
                + "'phase':{'type':'string'}}}}}}}"));
    established(script, "things.things.example.com", "v1");
    script.get(DEFINITIONS + "/things.things.example.com");
    script.get("/apis/things.example.com").get("/apis/things.example.com/v1");
    String path = script.group("things.example.com/v1", "things");
    String head = "{'apiVersion':'things.example.com/v1','kind':'Thing','metadata':{'name':'";
    script.get(path);
    script.post(
        path,
        head
            + "a'},'spec':{'size':3,'unknown':1,'free':{'x':[1]},'port':'http'},'status':{'phase':'x'}}");
    for (String spec : List.of(
        "{}",
        "{'size':'3'}",
        "{'size':0}",
        "{'size':10}",
        "{'size':1,'color':'green'}",
        "{'size':1,'name':'ABC'}",
        "{'size':1,'name':'abcdef'}",
        "{'size':1,'list':['a','b','c']}",
        "{'size':1,'list':[1]}",
        "{'size':1,'port':true}",
        "{'size':1.5}",
        "{'size':null}",
        "{'size':1,'replicas':'x'}",
        "{'size':1,'replicas':-1}",
        "[]")) {
      script.post(path, head + "bad'},'spec':" + spec + "}");
    }
    script.post(path, "{'metadata':{'name':'nokind'},'spec':{'size':1}}");
    script.post(
        path, "{'apiVersion':'things.example.com/v1','kind':'Other','metadata':{'name':'o'}}");
    script.post(
        path, "{'apiVersion':'things.example.com/v2','kind':'Thing','metadata':{'name':'o'}}");
    script.post(path, head + "Bad_Name'},'spec':{'size':1}}");
    script.post(path + "?fieldValidation=Strict", head + "s'},'spec':{'size':1,'unknown':1}}");
    script.post(path + "?fieldValidation=Warn", head + "w'},'spec':{'size':1,'unknown':1}}");
    script.capture("rv", "/metadata/resourceVersion").get(path + "/a");
    script.put(path + "/a", head + "a'},'spec':{'size':4}}");
    script.put(
        path + "/a",
        head + "a','resourceVersion':'${rv}'},'spec':{'size':4},'status':{'phase':'y'}}");
    script.put(path + "/missing", head + "missing','resourceVersion':'1'},'spec':{'size':4}}");
    script.mergePatch(path + "/a", "{'spec':{'size':5}}");
    script.mergePatch(path + "/a", "{'spec':{'size':50}}");
    script.mergePatch(path + "/a", "{'metadata':{'labels':{'x':'1'}}}");
    script.jsonPatch(path + "/a", "[{'op':'replace','path':'/spec/size','value':6}]");
    script.strategicPatch(path + "/a", "{'spec':{'size':7}}");
    script.mergePatch(
        path + "/a/status",
        "{'status':{'phase':'z','replicas':2},'spec':{'size':1},'metadata':{'labels':{'y':'1'}}}");
    script.get(path + "/a/status").get(path + "/a/scale");
    script.mergePatch(path + "/a/scale", "{'spec':{'replicas':3}}");
    script.get(path + "/a/scale");
    script.get(path);
    for (String accept : List.of(
        "application/json;as=Table;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        "application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf,application/json",
        "application/yaml")) {
      script.with("Accept", accept).get(path);
    }
    script.get(path + "?fieldSelector=spec.color%3Dred").get(path + "?fieldSelector=spec.size%3D6");
    script.get(path + "?limit=1").get(path + "?labelSelector=x%3D1");
    script.watch(path + "?allowWatchBookmarks=true");
    script
        .with("Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1")
        .watch(path);
    script.with("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1").watch(path);
    script.get("/apis/things.example.com/v1/things?limit=1");
    script.get("/apis/things.example.com/v2/things");
    script.get(path + "/missing");
    script.delete(path + "/a");
    script.delete(path);
    script.delete(DEFINITIONS + "/things.things.example.com");
    return script;
  }

  private static ConformanceScript plain() {
    ConformanceScript script = new ConformanceScript("12", "plain");
    script.post(
        DEFINITIONS,
        definition(
            "plains",
            "Plain",
            "plain.example.com",
            "Cluster",
            "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object',"
                + "'x-kubernetes-preserve-unknown-fields':true}}}"));
    established(script, "plains.plain.example.com", "v1");
    String path = "/apis/plain.example.com/v1/plains";
    String head = "{'apiVersion':'plain.example.com/v1','kind':'Plain','metadata':{'name':'a'}";
    script.post(path, head + ",'any':{'thing':1},'status':{'kept':true}}");
    script.get(path + "/a/status").get(path + "/a/scale");
    script.mergePatch(path + "/a", "{'status':{'kept':false}}");
    script.mergePatch(path + "/a", "{'metadata':{'labels':{'x':'y'}}}");
    script.mergePatch(path + "/a", "{'any':null,'other':[1,2.5,'x',null,true]}");
    script.with("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1").get(path);
    script.get("/apis/plain.example.com/v1/namespaces/default/plains");
    script.post("/apis/plain.example.com/v1/namespaces/default/plains", head + "}");
    script.get("/apis/plain.example.com/v1");
    return script;
  }

  private static ConformanceScript refused() {
    ConformanceScript script = new ConformanceScript("12", "definitions refused");
    String version =
        "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object'}}}";
    script.post(
        DEFINITIONS,
        definition("a", "A", "bad.example.com", "Namespaced", version).replace("'a.bad", "'b.bad"));
    script.post(DEFINITIONS, definition("a", "A", "bad.example.com", "Namespaced", ""));
    script.post(DEFINITIONS, definition("a", "A", "bad.example.com", "Other", version));
    script.post(
        DEFINITIONS,
        definition(
            "a",
            "A",
            "bad.example.com",
            "Namespaced",
            "{'name':'v1','served':true,'storage':true}"));
    script.post(
        DEFINITIONS,
        definition(
            "a", "A", "bad.example.com", "Namespaced", version.replace("true,'sch", "false,'sch")));
    script.post(DEFINITIONS, "{'metadata':{'name':'a.b.c'}}");
    return script;
  }

  private static ConformanceScript versions() {
    ConformanceScript script = new ConformanceScript("12", "versions");
    String schema =
        "'schema':{'openAPIV3Schema':{'type':'object','properties':{'x':{'type':'string'}}}}";
    script.post(
        DEFINITIONS,
        definition(
            "multis",
            "Multi",
            "multi.example.com",
            "Cluster",
            "{'name':'v1','served':true,'storage':true," + schema
                + "},{'name':'v1beta1','served':true,'storage':false," + "'deprecated':true,"
                + schema + "},{'name':'v2alpha1','served':false,'storage':false," + schema + "}"));
    established(script, "multis.multi.example.com", "v1", "v1beta1");
    script.get("/apis/multi.example.com");
    String old = "/apis/multi.example.com/v1beta1/multis";
    script.post(
        old,
        "{'apiVersion':'multi.example.com/v1beta1','kind':'Multi','metadata':{'name':'a'},'x':'1'}");
    script
        .get(old + "/a")
        .get("/apis/multi.example.com/v1/multis/a")
        .get("/apis/multi.example.com/v2alpha1/multis");
    script.get(old);
    script.mergePatch("/apis/multi.example.com/v1/multis/a", "{'x':'2'}");
    script.watch(old);
    return script;
  }
}
