package dev.informant.verification.conformance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * §8 and §9: the words in which field selectors, metadata and operations of JSON patches are refused. A real server
 * goes through labels and annotations in no order, so at most one entry of each is wrong here.
 */
final class MessageScripts {
  private MessageScripts() {}

  static List<ConformanceScript> all() {
    return List.of(fields(), customFields(), metadata(), tests());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static ConformanceScript fields() {
    ConformanceScript script = new ConformanceScript("8", "words about fields").inNamespace();
    for (String path : List.of(
        script.core("pods"),
        script.core("configmaps"),
        script.core("replicationcontrollers"),
        script.group("batch/v1", "jobs"),
        script.group("batch/v1", "cronjobs"),
        script.group("apps/v1", "statefulsets"),
        script.group("events.k8s.io/v1", "events"),
        "/api/v1/nodes",
        "/api/v1/namespaces",
        "/apis/resource.k8s.io/v1/resourceslices",
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "/apis/apiregistration.k8s.io/v1/apiservices")) {
      script.get(path + "?fieldSelector=" + encoded("spec.none=1"));
      script.get(path + "?fieldSelector=" + encoded("z=1,a=1"));
    }
    String maps = script.core("configmaps");
    script.post(maps, "{'metadata':{'name':'a'}}");
    for (String selector : List.of(
        "metadata.name=a=b",
        "metadata.name=a==b",
        "metadata.name===a",
        "metadata.name!==a",
        "metadata.name=!a",
        "metadata.name!a",
        "metadata\\=name=a",
        "metadata.name\\,x=a",
        "z,metadata.name=a",
        "metadata.name=a,z",
        "metadata.name=\\q,a",
        "b=\\,a=\\",
        "metadata.name=a\\=b",
        "metadata.name=a\\\\b",
        "=",
        "==",
        "!=",
        "!",
        " ",
        "metadata.name= a",
        " metadata.name=a",
        "metadata.name=a ",
        "METADATA.NAME=a",
        "name=a",
        ".metadata.name=a",
        "metadata.uid=a",
        "metadata.labels.a=b",
        "metadata.name=\"a\"",
        "\u00e9=\u00e9",
        "a\"b=1",
        "metadata.name,metadata.namespace")) {
      script.get(maps + "?fieldSelector=" + encoded(selector));
      script.delete(maps + "?dryRun=All&fieldSelector=" + encoded(selector));
    }
    script.get(maps + "?watch=1&timeoutSeconds=1&fieldSelector=none%3D1");
    script.get(maps + "?watch=1&timeoutSeconds=1&fieldSelector=none");
    return script;
  }

  private static ConformanceScript customFields() {
    ConformanceScript script =
        new ConformanceScript("8", "words about custom fields").inNamespace();
    String group = "words.example.com";
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition(
            "words",
            "Word",
            group,
            "Namespaced",
            "{'name':'v1','served':true,'storage':true,'selectableFields':[{'jsonPath':'.spec.color'}],"
                + "'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object',"
                + "'properties':{'color':{'type':'string'},'size':{'type':'integer'}}}}}}}"));
    CustomResourceScripts.established(script, "words." + group, "v1");
    String path = script.group(group + "/v1", "words");
    for (String selector : List.of(
        "spec.color=red",
        ".spec.color=red",
        "spec.size=1",
        "metadata.namespace=x",
        "z=1,a=2",
        "spec.color",
        "spec.color=a=b",
        "spec.color in (red)",
        "color=red",
        "=")) {
      script.get(path + "?fieldSelector=" + encoded(selector));
    }
    script.delete(CustomResourceScripts.DEFINITIONS + "/words." + group);
    return script;
  }

  private static ConformanceScript metadata() {
    ConformanceScript script = new ConformanceScript("9", "words about metadata").inNamespace();
    String maps = script.core("configmaps?dryRun=All");
    for (String metadata : List.of(
        "{'name':'Bad_','labels':{'bad key':'bad value'},'annotations':{'bad key':'v'},"
            + "'finalizers':['z z','plain','a/b/c'],'ownerReferences':[{}]}",
        "{'name':'a','finalizers':['z','y','b/c','a']}",
        "{'name':'a','finalizers':['z z','z z']}",
        "{'name':'a','finalizers':['']}",
        "{'name':'a','finalizers':['kubernetes','orphan','foregroundDeletion']}",
        "{'name':'a','finalizers':['orphan','foregroundDeletion']}",
        "{'name':'a','labels':{'" + "P".repeat(64) + "/" + "k".repeat(64) + "':'" + "-".repeat(64)
            + "'}}",
        "{'name':'a','labels':{'':'v'}}",
        "{'name':'a','labels':{'/':'v'}}",
        "{'name':'a','labels':{'a/':'v'}}",
        "{'name':'a','labels':{'/a':'v'}}",
        "{'name':'a','labels':{'a':'-'}}",
        "{'name':'a','annotations':{'UPPER.case/Key':'v'}}",
        "{'name':'a','annotations':{'':'v'}}",
        "{'name':'a','annotations':{'" + "p.".repeat(127) + "p/" + "k".repeat(64) + "':'v'}}",
        "{'name':'a','generateName':'Bad_'}",
        "{'generateName':'Bad_'}",
        "{'name':'a','namespace':'x y'}",
        "{'name':'a','generation':-1}",
        "{'name':'a','deletionGracePeriodSeconds':-1}",
        "{'name':'a','selfLink':'/x','uid':'u','creationTimestamp':null}",
        "{'name':'a','ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'p','uid':'u','controller':true},"
            + "{'apiVersion':'v1','kind':'Pod','name':'q','uid':'v','controller':true}]}",
        "{'name':'a','ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'p'}],'finalizers':['z']}")) {
      script.post(maps, "{'metadata':" + metadata + "}");
    }
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'a','labels':{'a':'b'},'finalizers':['x.io/f']},'data':{'k':'v'}}");
    for (String patch : List.of(
        "{'metadata':{'labels':{'bad key':'bad value'}}}",
        "{'metadata':{'annotations':{'bad key':'v'},'finalizers':['z z']}}",
        "{'metadata':{'finalizers':['z']}}",
        "{'metadata':{'labels':{'bad key':'v'},'ownerReferences':[{}]},'data':{'a b':'x'}}",
        "{'metadata':{'uid':'other','name':'b'}}",
        "{'metadata':{'uid':'other'}}",
        "{'metadata':{'creationTimestamp':'2001-01-01T00:00:00Z'}}",
        "{'metadata':{'namespace':'other'}}",
        "{'metadata':{'generation':-1}}",
        "{'metadata':{'deletionTimestamp':'2001-01-01T00:00:00Z'}}",
        "{'metadata':{'generateName':'x-'}}")) {
      script.mergePatch(maps.replace("?", "/a?"), patch);
    }
    script.mergePatch(script.core("configmaps/a"), "{'metadata':{'finalizers':null}}");
    return script;
  }

  private static ConformanceScript tests() {
    ConformanceScript script = new ConformanceScript("9", "tests of texts").inNamespace();
    String path = script.core("configmaps/a");
    script.post(
        script.core("configmaps"),
        "{'metadata':{'name':'a','finalizers':['x.io/a','x.io/b']},'data':{'less':'<','amp':'&',"
            + "'e':'\u00e9','line':'a\\u2028b','quote':'\\'','slash':'/','tab':'a\\tb','bell':'\\u0007'}}");
    for (String test : List.of(
        "/data/less|'<'",
        "/data/less|'\\u003c'",
        "/data/less|'\\u003C'",
        "/data/amp|'&'",
        "/data/amp|'\\u0026'",
        "/data/e|'\u00e9'",
        "/data/e|'\\u00e9'",
        "/data/line|'a\\u2028b'",
        "/data/line|'a\u2028b'",
        "/data/slash|'/'",
        "/data/slash|'\\/'",
        "/data/quote|'\\''",
        "/data/quote|'\\u0022'",
        "/data/tab|'a\\tb'",
        "/data/tab|'a\\u0009b'",
        "/data/bell|'\\u0007'",
        "/metadata/finalizers|['x.io/a','x.io/b']",
        "/metadata/finalizers|[ 'x.io/a' , 'x.io/b' ]",
        "/metadata/finalizers|['x.io\\/a','x.io/b']",
        "/data|{'less':'<'}")) {
      String[] parts = test.split("\\|", 2);
      script.jsonPatch(path, "[{'op':'test','path':'" + parts[0] + "','value':" + parts[1] + "}]");
    }
    for (String patch : List.of(
        "[{'op':'add','path':'/data/n','value':'\\u003c'},{'op':'test','path':'/data/n','value':'\\u003c'}]",
        "[{'op':'add','path':'/data/n','value':'\\u003c'},{'op':'test','path':'/data/n','value':'<'}]",
        "[{'op':'add','path':'/metadata/labels','value':{'a':'b','c':'d'}},"
            + "{'op':'test','path':'/metadata/labels','value':{'c':'d','a':'b'}}]",
        "[{'op':'add','path':'/metadata/labels','value':{'a':'b'}},"
            + "{'op':'test','path':'/metadata/labels','value':{ 'a' : 'b' }}]",
        "[{'op':'test','path':'/metadata/finalizers','value':null}]",
        "[{'op':'test','path':'/metadata/finalizers/0','value':null}]",
        "[{'op':'test','path':'/data/none','value':null}]",
        "[{'op':'test','path':'/data/less','value':null}]",
        "[{'op':'test','path':'/metadata/labels','value':{}}]",
        "[{'op':'test','path':'/data','value':5}]",
        "[{'op':'test','path':'/data/less','value':{}}]",
        "[{'op':'test','path':'/data/less','value':['<']}]",
        "[{'op':'add','path':'/metadata/finalizers/-','value':null}]",
        "[{'op':'add','path':'/metadata/finalizers/0','value':null}]",
        "[{'op':'replace','path':'/metadata/finalizers/0','value':null}]",
        "[{'op':'add','path':'/metadata/finalizers','value':['x.io/a',null]}]",
        "[{'op':'add','path':'/metadata/finalizers','value':[null]}]",
        "[{'op':'add','path':'/metadata/finalizers','value':null}]",
        "[{'op':'add','path':'/metadata/labels','value':{'a':null}}]",
        "[{'op':'add','path':'/metadata/labels','value':null}]",
        "[{'op':'add','path':'/data/z','value':null}]",
        "[{'op':'add','path':'/metadata/ownerReferences','value':[null]}]",
        "[{'op':'add','path':''}]",
        "[{'op':'remove','path':''}]",
        "[{'op':'copy','from':'','path':''}]",
        "[{'op':'move','from':'/data','path':''}]")) {
      script.jsonPatch(path + "?dryRun=All", patch);
    }
    String pods = script.core("pods");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    for (String patch : List.of(
        "[{'op':'add','path':'/spec/containers/-','value':null}]",
        "[{'op':'add','path':'/spec/containers/0/args','value':['a',null]}]",
        "[{'op':'add','path':'/spec/containers/0/command','value':[null]}]")) {
      script.jsonPatch(pods + "/p?dryRun=All", patch);
    }
    script.mergePatch(path, "{'metadata':{'finalizers':null}}");
    return script;
  }
}
