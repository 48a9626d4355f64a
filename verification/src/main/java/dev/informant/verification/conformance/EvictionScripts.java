package dev.informant.verification.conformance;

import java.util.List;

/** §9: what an Eviction or a Binding does to its pod, and which of them are refused. */
final class EvictionScripts {
  private static final String SUCH = "'containers':[{'name':'c','image':'i'}]";
  private static final String NOBODY = "11111111-1111-4111-8111-111111111111";

  private EvictionScripts() {}

  static List<ConformanceScript> all() {
    return List.of(tried(), conditions(), refused(), bindings(), refusedBindings());
  }

  private static ConformanceScript tried() {
    ConformanceScript script = new ConformanceScript("9", "tried evictions").inNamespace();
    String pods = script.core("pods");
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.post(
        budgets,
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'a':'b'}}}}");
    script.mergePatch(
        budgets + "/b/status",
        "{'status':{'disruptionsAllowed':2,'currentHealthy':3,'desiredHealthy':1,'expectedPods':3,"
            + "'observedGeneration':1}}");
    script.post(
        pods, "{'metadata':{'name':'p','labels':{'a':'b'}},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.mergePatch(
        pods + "/p/status",
        "{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}");
    for (String query :
        List.of("?dryRun=All", "?dryRun=Bad", "?dryRun=", "?dryRun=All&dryRun=Bad")) {
      script.post(pods + "/p/eviction" + query, "{'metadata':{'name':'p'}}");
    }
    String tried = "{'metadata':{'name':'p'},'deleteOptions':{'dryRun':['All']}}";
    script.post(pods + "/p/eviction", tried);
    script.post(pods + "/p/eviction?dryRun=All", tried);
    script.post(pods + "/p/eviction?dryRun=All&dryRun=All", tried);
    script.post(
        pods + "/p/eviction?dryRun=All",
        "{'metadata':{'name':'p'},'deleteOptions':{'preconditions':{'resourceVersion':'1'}}}");
    script.get(pods + "/p");
    script.get(budgets + "/b");
    return script;
  }

  private static ConformanceScript conditions() {
    ConformanceScript script = new ConformanceScript("9", "evictions").inNamespace();
    String pods = script.core("pods");
    String free = "{'metadata':{'name':'free'},'spec':{" + SUCH + "}}";
    script.open("w", pods + "?watch=1");
    script.post(pods, free);
    script.post(pods + "/free/eviction", "{'metadata':{'name':'free'}}");
    script.take("w", 4);
    script
        .capture("rv", "/metadata/resourceVersion")
        .capture("uid", "/metadata/uid")
        .post(pods, "{'metadata':{'name':'p'},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.post(pods + "/p/eviction", evicted("p", "'preconditions':{'uid':'" + NOBODY + "'}"));
    script.post(pods + "/p/eviction", evicted("p", "'preconditions':{'resourceVersion':'1'}"));
    script.get(pods + "/p");
    script.post(
        pods + "/p/eviction",
        evicted("p", "'preconditions':{'resourceVersion':'${rv}','uid':'${uid}'}"));
    script.post(pods + "/p/eviction", evicted("p", ""));
    script.get(pods + "/p");
    script.post(pods + "/p/eviction", evicted("p", "'gracePeriodSeconds':1"));
    script.get(pods + "/p");
    script.post(
        pods,
        "{'metadata':{'name':'q','finalizers':['example.com/f']},'spec':{'nodeName':'n'," + SUCH
            + "}}");
    script.mergePatch(
        pods + "/q/status",
        "{'status':{'phase':'Running','conditions':[{'type':'DisruptionTarget','status':'False',"
            + "'reason':'x'}]}}");
    script.post(pods + "/q/eviction", evicted("q", "'gracePeriodSeconds':0"));
    script.get(pods + "/q");
    script.post(pods, "{'metadata':{'name':'done'},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.mergePatch(pods + "/done/status", "{'status':{'phase':'Succeeded'}}");
    script.post(pods + "/done/eviction", evicted("done", ""));
    script.take("w", 13);
    return script;
  }

  private static ConformanceScript refused() {
    ConformanceScript script = new ConformanceScript("9", "evictions refused").inNamespace();
    String pods = script.core("pods");
    String path = pods + "/p/eviction";
    script.post(pods, "{'metadata':{'name':'p'},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.post(path, "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'}}");
    script.post(path, "{'kind':'Eviction','apiVersion':'v1','metadata':{'name':'p'}}");
    script.post(path, "{'kind':'Nothing','apiVersion':'policy/v1','metadata':{'name':'p'}}");
    script.post(path, "{'metadata':{'name':'p','namespace':'other'}}");
    script.post(path, evicted("p", "'gracePeriodSeconds':'x'"));
    script.post(path, evicted("p", "'propagationPolicy':'Odd'"));
    script.post(path, evicted("p", "'dryRun':['Bad']"));
    script.post(path + "?fieldValidation=Strict", "{'metadata':{'name':'p'},'odd':1}");
    script.post(path + "?fieldValidation=Odd", "{'metadata':{'name':'p'}}");
    script.get(pods + "/p");
    script.post(path, "{'metadata':{'name':'p'},'odd':1}");
    return script;
  }

  private static String evicted(String name, String options) {
    return "{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'" + name
        + "'},'deleteOptions':{" + options + "}}";
  }

  private static ConformanceScript bindings() {
    ConformanceScript script = new ConformanceScript("9", "bindings").inNamespace();
    String pods = script.core("pods");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{" + SUCH + "}}");
    script.mergePatch(
        pods + "/p/status",
        "{'status':{'nominatedNodeName':'n9','conditions':[{'type':'PodScheduled','status':'False',"
            + "'reason':'Unschedulable','message':'m'}]}}");
    script.post(pods + "/p/binding?dryRun=All", bound("p", ""));
    script.get(pods + "/p");
    script.post(pods + "/p/binding", bound("p", ",'labels':{'q':'r'},'annotations':{'x':'y'}"));
    script.get(pods + "/p");
    script.post(pods + "/p/binding", bound("p", ""));
    script.post(
        pods,
        "{'metadata':{'name':'g'},'spec':{'schedulingGates':[{'name':'example.com/g'}]," + SUCH
            + "}}");
    script.post(pods + "/g/binding", bound("g", ""));
    script.post(
        pods,
        "{'metadata':{'name':'d','finalizers':['example.com/f']},'spec':{'nodeName':'n'," + SUCH
            + "}}");
    script.delete(pods + "/d");
    script.post(pods + "/d/binding", bound("d", ""));
    script
        .capture("rv", "/metadata/resourceVersion")
        .capture("uid", "/metadata/uid")
        .post(pods, "{'metadata':{'name':'u'},'spec':{" + SUCH + "}}");
    script.post(pods + "/u/binding", bound("u", ",'uid':'" + NOBODY + "'"));
    script.post(pods + "/u/binding", bound("u", ",'resourceVersion':'1'"));
    script.post(pods + "/u/binding?dryRun=All", bound("u", ",'uid':'" + NOBODY + "'"));
    script.post(pods + "/u/binding", bound("u", ",'uid':'${uid}','resourceVersion':'${rv}'"));
    script.get(pods + "/u");
    return script;
  }

  private static ConformanceScript refusedBindings() {
    ConformanceScript script = new ConformanceScript("9", "bindings refused").inNamespace();
    String pods = script.core("pods");
    String path = pods + "/p/binding";
    script.post(pods, "{'metadata':{'name':'p'},'spec':{" + SUCH + "}}");
    for (String all : List.of(path, script.core("bindings"))) {
      script.post(all, bound("p", ",'namespace':'other'"));
      script.post(
          all, "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'target':{'name':'n'}}");
      script.post(all, "{'metadata':{'name':'p'},'target':{'name':5}}");
      script.post(
          all + "?fieldValidation=Strict",
          "{'metadata':{'name':'p'},'target':{'name':'n'},'odd':1}");
      script.post(all + "?dryRun=", bound("p", ""));
    }
    script.get(pods + "/p");
    return script;
  }

  private static String bound(String name, String metadata) {
    return "{'kind':'Binding','apiVersion':'v1','metadata':{'name':'" + name + "'" + metadata
        + "},'target':{'kind':'Node','name':'n1'}}";
  }
}
