package dev.informant.verification.conformance;

import java.util.List;

/** §12: columns and replicas of custom resources. */
final class CustomPartScripts {
  private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";

  private CustomPartScripts() {}

  static List<ConformanceScript> all() {
    return List.of(columns(), scales());
  }

  private static String column(String name, String type, String path) {
    return "{'name':'" + name + "','type':'" + type + "','jsonPath':'" + path + "'}";
  }

  private static ConformanceScript columns() {
    ConformanceScript script = new ConformanceScript("12", "columns");
    StringBuilder columns = new StringBuilder();
    int count = 0;
    for (String path : List.of(
        ".kind",
        ".apiVersion",
        ".metadata.name",
        ".status.conditions[0].type",
        ".status.conditions[-1].type",
        ".status.conditions[-1:].type",
        ".status.conditions[1:].type",
        ".status.conditions[0:1].type",
        ".status.conditions[1,0].type",
        ".status.conditions[::2].type",
        ".status.conditions[*].type",
        ".status.conditions[9].type",
        ".status.conditions[?(@.n>3)].type",
        ".status.conditions[?(@.n>=1)].type",
        ".status.conditions[?(@.n<2)].n",
        ".status.conditions[?(@.m)].type",
        ".status.conditions[?(@.type==\\\"Synced\\\")].n",
        ".status.conditions[?(@.type!=\\\"Ready\\\")].type",
        ".status.conditions[?(@.n==\\\"1\\\")].type",
        "..type",
        ".spec.one.*",
        ".spec.one",
        ".spec.many",
        ".spec.none",
        ".spec.none.x",
        ".spec.truth",
        ".spec.whole",
        ".spec.part",
        ".spec.big",
        ".spec.text",
        ".spec.empty",
        ".spec.text[0]",
        ".metadata.annotations.example\\\\.com/x")) {
      columns.append(count == 0 ? "" : ",").append(column("C" + count++, "string", path));
    }
    for (String type : List.of("integer", "number", "boolean", "date")) {
      for (String field :
          List.of("none", "truth", "whole", "part", "text", "empty", "time", "missing")) {
        columns.append(",").append(column("C" + count++, type, ".spec." + field));
      }
    }
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition(
            "columns",
            "Column",
            "columns.example.com",
            "Cluster",
            "{'name':'v1','served':true,'storage':true,'additionalPrinterColumns':[" + columns
                + "],'schema':{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}"));
    CustomResourceScripts.established(script, "columns.columns.example.com", "v1");
    String path = "/apis/columns.example.com/v1/columns";
    String head = "{'apiVersion':'columns.example.com/v1','kind':'Column','metadata':{'name':'";
    script.post(path, head + "bare'}}");
    script.post(
        path,
        head
            + "full','annotations':{'example.com/x':'y'}},'spec':{'one':{'only':'<1>'},'many':{'b':[1,'x'],'a':2.50},"
            + "'none':null,'truth':true,'whole':7,'part':2.5,'big':1000000.0,'text':'t','empty':'','time':"
            + "'2020-01-01T00:00:00Z'},'status':{'conditions':[{'type':'Ready','n':1},{'type':'Synced','n':5,'m':{}},"
            + "{'type':'Late','n':9}]}}");
    script.with("Accept", TABLE).get(path + "/bare");
    script.with("Accept", TABLE).get(path + "/full");
    script.with("Accept", TABLE).get(path);
    return script;
  }

  private static ConformanceScript scales() {
    ConformanceScript script = new ConformanceScript("12", "scales").inNamespace();
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition(
            "scaleds",
            "Scaled",
            "scaled.example.com",
            "Namespaced",
            "{'name':'v1','served':true,'storage':false,'subresources':{'scale':{'specReplicasPath':"
                + "'.spec.replicas','statusReplicasPath':'.status.replicas'}},'schema':{'openAPIV3Schema':"
                + "{'type':'object','x-kubernetes-preserve-unknown-fields':true}}},{'name':'v2','served':true,"
                + "'storage':true,'schema':{'openAPIV3Schema':"
                + "{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}"));
    CustomResourceScripts.established(script, "scaleds.scaled.example.com", "v1", "v2");
    script.get("/apis/scaled.example.com/v1").get("/apis/scaled.example.com/v2");
    String path = script.group("scaled.example.com/v1", "scaleds");
    script.post(
        path,
        "{'apiVersion':'scaled.example.com/v1','kind':'Scaled','metadata':{'name':'s'},'spec':{'replicas':1}}");
    script.put(path + "/s/scale", "{'metadata':{'name':'s'},'spec':{'replicas':-1}}");
    script.mergePatch(path + "/s/scale", "{'spec':{'replicas':-1}}");
    script.put(path + "/s/scale", "{'metadata':{'name':'s'},'spec':{'replicas':2}}");
    script.put(path + "/gone/scale", "{'metadata':{'name':'gone'},'spec':{'replicas':2}}");
    return script;
  }
}
