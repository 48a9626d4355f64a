package dev.informant.verification.conformance;

import java.util.List;

/** §6: cells of tables that need thought. */
final class CellScripts {
  private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";

  private CellScripts() {}

  static List<ConformanceScript> all() {
    return List.of(pods(), lists());
  }

  /** Which restarts and which containers count depends on how far a pod is. */
  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("6", "cells of pods").inNamespace();
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'initContainers':[{'name':'i','image':'i'},"
            + "{'name':'s','image':'i','restartPolicy':'Always'}],"
            + "'containers':[{'name':'c','image':'i'},{'name':'d','image':'i'}]}}");
    String running = "'state':{'running':{}}";
    String completed = "'state':{'terminated':{'exitCode':0,'reason':'Completed'}}";
    String failed = "'state':{'terminated':{'exitCode':3}}";
    String waiting = "'state':{'waiting':{'reason':'PodInitializing'}}";
    String crashing = "'state':{'waiting':{'reason':'CrashLoopBackOff'}}";
    String working = one("c", running, 5, true) + "," + one("d", running, 6, true);
    String sidecar = one("s", running + ",'started':true", 4, true);
    for (String status : List.of(
        status("", one("i", running, 2, false), ""),
        status("", one("i", failed, 2, false) + "," + sidecar, working),
        status("", one("i", completed, 2, true) + "," + one("s", waiting, 4, false), working),
        status("", one("i", completed, 2, true) + "," + sidecar, working),
        status("'Initialized'", one("i", crashing, 2, false) + "," + sidecar, working),
        status(
            "'Ready'",
            one("i", completed, 2, true) + "," + sidecar,
            one("c", completed, 5, false) + "," + one("d", running, 6, true)),
        status(
            "",
            one("i", completed, 2, true) + "," + sidecar,
            one("c", completed, 5, false) + "," + one("d", running, 6, true)),
        status(
            "",
            one("i", completed, 2, true) + "," + sidecar,
            one("c", completed, 5, false) + "," + one("d", failed, 6, false)))) {
      script.put(script.core("pods/p/status"), "{'metadata':{'name':'p'},'status':" + status + "}");
      script.with("Accept", TABLE).get(script.core("pods?includeObject=None"));
    }
    return script;
  }

  private static String one(String name, String state, int restarts, boolean ready) {
    return "{'name':'" + name + "','image':'i','imageID':'i','ready':" + ready + ",'restartCount':"
        + restarts + "," + state + "}";
  }

  private static String status(String condition, String first, String then) {
    String conditions = condition.isEmpty() ? "" : "{'type':" + condition + ",'status':'True'}";
    return "{'phase':'Running','conditions':[" + conditions + "],'initContainerStatuses':[" + first
        + "],'containerStatuses':[" + then + "]}";
  }

  /** Of long lists the first three are shown. */
  private static ConformanceScript lists() {
    ConformanceScript script = new ConformanceScript("6", "cells of lists").inNamespace();
    String policies = script.group("networking.k8s.io/v1", "networkpolicies");
    script.post(
        policies,
        "{'metadata':{'name':'a'},'spec':{'podSelector':{'matchLabels':{'z':'y','a':'b'},'matchExpressions':["
            + "{'key':'n','operator':'DoesNotExist'},{'key':'k','operator':'NotIn','values':['z','y']},"
            + "{'key':'e','operator':'Exists'},{'key':'b','operator':'In','values':['x']}]}}}");
    script.post(policies, "{'metadata':{'name':'b'},'spec':{'podSelector':{}}}");
    script.with("Accept", TABLE).get(policies + "?includeObject=None");
    String ingresses = script.group("networking.k8s.io/v1", "ingresses");
    String path = "'http':{'paths':[{'path':'/','pathType':'Prefix','backend':{'service':"
        + "{'name':'s','port':{'number':80}}}}]}";
    int number = 0;
    for (String hosts : List.of(
        "a.b", "a.b c.d e.f", "a.b c.d e.f g.h i.j", "a.b - c.d e.f -", "- - - -", "a.b - - -")) {
      number++;
      StringBuilder rules = new StringBuilder();
      for (String host : hosts.split(" ")) {
        rules.append(rules.isEmpty() ? "{" : ",{");
        rules
            .append(host.equals("-") ? "" : "'host':'" + host + "',")
            .append(path)
            .append('}');
      }
      script.post(
          ingresses, "{'metadata':{'name':'i" + number + "'},'spec':{'rules':[" + rules + "]}}");
    }
    script.with("Accept", TABLE).get(ingresses + "?includeObject=None");
    String slices = script.group("discovery.k8s.io/v1", "endpointslices");
    number = 0;
    for (String rest : List.of(
        "'endpoints':[],'ports':[]",
        "'endpoints':[{'addresses':['1.2.3.4','1.2.3.5']},{'addresses':['1.2.3.6','1.2.3.7','1.2.3.8']}],"
            + "'ports':[{'name':'a','port':1},{'name':'b','port':2},{'name':'c','port':3},{'name':'d','port':4}]",
        "'endpoints':[{'addresses':['1.2.3.4']}],'ports':[{'name':'a'},{'name':'b','port':2}]",
        "'endpoints':[{'addresses':['1.2.3.4']}],'ports':[{}]")) {
      number++;
      script.post(
          slices, "{'metadata':{'name':'e" + number + "'},'addressType':'IPv4'," + rest + "}");
    }
    script.with("Accept", TABLE).get(slices + "?includeObject=None");
    String volumes = "/api/v1/persistentvolumes";
    for (String mode : List.of("", "'volumeMode':'Block',")) {
      String name = mode.isEmpty() ? "cells-a" : "cells-b";
      script.post(
          volumes,
          "{'metadata':{'name':'" + name + "'},'spec':{" + mode + "'capacity':{'storage':'1Gi'},"
              + "'accessModes':['ReadWriteOnce'],'hostPath':{'path':'/a'}}}");
      script.with("Accept", TABLE).get(volumes + "/" + name + "?includeObject=None");
    }
    return script;
  }
}
