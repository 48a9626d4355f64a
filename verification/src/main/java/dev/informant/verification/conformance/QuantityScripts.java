package dev.informant.verification.conformance;

import java.util.List;

/** §9: amounts, which are kept in their shortest form. */
final class QuantityScripts {
  private static final String CLAIM = "'accessModes':['ReadWriteOnce'],'resources':{'requests':";

  private QuantityScripts() {}

  static List<ConformanceScript> all() {
    return List.of(forms(), lists(), kinds(), changes());
  }

  private static ConformanceScript forms() {
    ConformanceScript script = new ConformanceScript("9", "forms of quantities").inNamespace();
    String capacities = script.group("storage.k8s.io/v1", "csistoragecapacities");
    int number = 0;
    for (String amount : List.of(
        "'0'",
        "'1'",
        "'1000m'",
        "'0.5'",
        "'100m'",
        "'1500'",
        "'1000'",
        "'1000000'",
        "'1e3'",
        "'1E3'",
        "'1.5e3'",
        "'12e4'",
        "'10e2'",
        "'1e+3'",
        "'1e-3'",
        "'1e-20'",
        "'1e100'",
        "'1024Mi'",
        "'1000Mi'",
        "'1.5Gi'",
        "'0.5Ki'",
        "'0.1Ki'",
        "'1023Ki'",
        "'1048576Ki'",
        "'2048'",
        "'1536Ki'",
        "'1000.9765625Ki'",
        "'9Ei'",
        "'7Ei'",
        "'1000E'",
        "'1000P'",
        "'0.1'",
        "'0.0001'",
        "'1n'",
        "'0.1n'",
        "'100000n'",
        "'1500u'",
        "'+1'",
        "'+1000'",
        "'01'",
        "'010'",
        "'1.500'",
        "'1.5000'",
        "'1.'",
        "'.5'",
        "'0Mi'",
        "'-0'",
        "'00'",
        "'-1'",
        "'-1024Mi'",
        "'12345678901234567890'",
        "'1.23456789012345678'",
        "'123456789012345678Ki'",
        "' 1000m '",
        "'m'",
        "'Ki'",
        "'Ei'",
        "'e5'",
        "'+'",
        "'.'",
        "1",
        "0.5",
        "1000",
        "1e3",
        "1.0",
        "1.50",
        "1000000",
        "null",
        "true",
        "''",
        "{}",
        "'1.2.3'",
        "'1x'",
        "'1ee'",
        "'1 Mi'",
        "'1mi'",
        "'1e'",
        "'1e99999999999999999999'",
        "'--1'")) {
      script.post(
          capacities,
          "{'metadata':{'name':'c" + number++ + "'},'storageClassName':'s','capacity':" + amount
              + "}");
    }
    return script;
  }

  private static ConformanceScript lists() {
    ConformanceScript script = new ConformanceScript("9", "lists of quantities").inNamespace();
    script.post(
        script.core("resourcequotas"),
        "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':'1000m','memory':'1024Mi','requests.cpu':'0.0001',"
            + "'limits.cpu':'1500u','requests.memory':'1e9','limits.memory':1073741824,'pods':'1000',"
            + "'requests.storage':'1.5Ti','requests.ephemeral-storage':'1n','services':null}}}");
    for (String resources : List.of(
        "{'requests':{'cpu':'0.1','memory':'1024Ki'},'limits':{'cpu':'1000m','memory':'1000Ki'}}",
        "{'requests':{'cpu':'0.1','memory':'1024Ki'},'limits':{'cpu':'1000m','memory':'2048Ki'}}",
        "{'limits':{'cpu':'1000m','memory':'2048Ki','ephemeral-storage':'1e9'}}",
        "{'limits':{'cpu':'1000m'},'requests':{'memory':'0.5Gi'}}",
        "{'requests':{'cpu':'100u'}}",
        "{'requests':{'cpu':'-0.5'}}",
        "{'requests':{'example.com/x':'1000m'},'limits':{'example.com/x':'1'}}",
        "{'requests':{'example.com/x':'0.5'},'limits':{'example.com/x':'0.5'}}")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1','resources':"
              + resources + "}]}}");
    }
    script.post(
        script.core("limitranges"),
        "{'metadata':{'name':'l'},'spec':{'limits':[{'type':'Container','max':{'cpu':'2000m'},"
            + "'min':{'memory':'0.5Gi'},'maxLimitRequestRatio':{'cpu':'10000m'}}]}}");
    return script;
  }

  private static ConformanceScript kinds() {
    ConformanceScript script = new ConformanceScript("9", "kinds with quantities").inNamespace();
    String container =
        "{'name':'c','image':'i:1','env':[{'name':'A','valueFrom':{'resourceFieldRef':"
            + "{'resource':'limits.cpu','divisor':'1000m'}}},{'name':'B','valueFrom':{'resourceFieldRef':"
            + "{'resource':'limits.memory','divisor':'1024Ki'}}}],'resources':{'limits':{'cpu':'2000m'}}}";
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'containers':[" + container
            + "],'volumes':[{'name':'e','emptyDir':{'sizeLimit':'1024Mi'}}]}}");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':"
            + "{'labels':{'a':'b'}},'spec':{'containers':[" + container + "]}}}}");
    script.post(
        script.group("apps/v1", "statefulsets"),
        "{'metadata':{'name':'s'},'spec':{'selector':{'matchLabels':{'a':'b'}},'serviceName':'x','template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i:1'}]}},"
            + "'volumeClaimTemplates':[{'metadata':{'name':'v'},'spec':{" + CLAIM
            + "{'storage':'1024Mi'}}}}]}}");
    script.post(
        script.core("persistentvolumeclaims"),
        "{'metadata':{'name':'c'},'spec':{" + CLAIM + "{'storage':'0.5Gi'}}}}");
    script.post(
        "/api/v1/persistentvolumes?dryRun=All",
        "{'metadata':{'name':'v'},'spec':{'capacity':{'storage':'1024Gi'},'accessModes':['ReadWriteOnce'],"
            + "'hostPath':{'path':'/x'}}}");
    script.post(
        "/api/v1/nodes?dryRun=All",
        "{'metadata':{'name':'n'},'status':{'capacity':{'cpu':'4000m','memory':'16777216Ki','pods':'110'}}}");
    script.post(
        "/apis/node.k8s.io/v1/runtimeclasses?dryRun=All",
        "{'metadata':{'name':'r'},'handler':'h','overhead':{'podFixed':{'cpu':'0.0001','memory':'1024Mi'}}}");
    script.post(
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        "{'metadata':{'name':'h'},'spec':{'maxReplicas':3,'scaleTargetRef':{'kind':'Deployment','name':'d',"
            + "'apiVersion':'apps/v1'},'metrics':[{'type':'Resource','resource':{'name':'cpu','target':"
            + "{'type':'AverageValue','averageValue':'1500m'}}},{'type':'Pods','pods':{'metric':{'name':'m'},"
            + "'target':{'type':'AverageValue','averageValue':'1000'}}},{'type':'Object','object':{'metric':"
            + "{'name':'o'},'describedObject':{'kind':'Service','name':'s'},'target':{'type':'Value','value':"
            + "'0.25'}}}]}}");
    script.post(
        "/apis/resource.k8s.io/v1/resourceslices?dryRun=All",
        "{'metadata':{'name':'s'},'spec':{'driver':'d.example.com','nodeName':'n','pool':{'name':'p',"
            + "'resourceSliceCount':1},'devices':[{'name':'d','capacity':{'memory':{'value':'1024Mi'}}}]}}");
    return script;
  }

  private static ConformanceScript changes() {
    ConformanceScript script = new ConformanceScript("9", "changed quantities").inNamespace();
    String quota = script.core("resourcequotas/q");
    script.post(
        script.core("resourcequotas"),
        "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':'1000m','memory':'1024Mi'}}}");
    script.mergePatch(quota, "{'spec':{'hard':{'cpu':'1.0','memory':'1048576Ki'}}}");
    script.strategicPatch(quota, "{'spec':{'hard':{'cpu':1,'memory':'1Gi'}}}");
    script.strategicPatch(quota, "{'spec':{'hard':{'cpu':1.5}}}");
    script.jsonPatch(
        quota,
        "[{'op':'test','path':'/spec/hard/cpu','value':'1500m'},{'op':'replace','path':'/spec/hard/cpu',"
            + "'value':'2000m'}]");
    script.jsonPatch(quota, "[{'op':'test','path':'/spec/hard/cpu','value':'2000m'}]");
    script.put(
        quota, "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':'2000m','memory':'1073741824'}}}");
    script.mergePatch(quota + "/status", "{'status':{'used':{'cpu':'0.5','memory':'512Ki'}}}");
    script.mergePatch(quota, "{'spec':{'hard':{'cpu':'x'}}}");
    script.strategicPatch(quota, "{'spec':{'hard':{'cpu':'1 m'}}}");
    script.strategicPatch(quota, "{'spec':{'hard':{'cpu':true}}}");
    script.get(quota);
    script.with("Accept", "application/vnd.kubernetes.protobuf").get(quota);
    String pods = script.core("pods");
    script.post(
        pods,
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1','resources':{'requests':"
            + "{'cpu':'1000m'}}}]}}");
    script.put(
        pods + "/p",
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i:1','resources':{'requests':"
            + "{'cpu':'1.0'}}}]}}");
    script.strategicPatch(
        pods + "/p/resize",
        "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'2000m'}}}]}}");
    script
        .with("Content-Type", WireScripts.PROTOBUF)
        .with("Accept", "application/json")
        .base64("POST", script.core("resourcequotas"), WireScripts.quota("w", "cpu", "1000m"));
    script
        .with("Content-Type", WireScripts.PROTOBUF)
        .with("Accept", "application/json")
        .base64("POST", script.core("resourcequotas"), WireScripts.quota("v", "cpu", "one"));
    return script;
  }
}
