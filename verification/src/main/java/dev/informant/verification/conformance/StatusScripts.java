package dev.informant.verification.conformance;

import java.util.List;

/** §9: which statuses are refused. */
final class StatusScripts {
  private static final String POD =
      "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}";
  private static final String SPEC = "'spec':{'selector':{'matchLabels':{'a':'b'}}," + POD;

  private StatusScripts() {}

  static List<ConformanceScript> all() {
    return List.of(workloads(), pods(), jobs(), others(), nodes(), conditions());
  }

  private static ConformanceScript workloads() {
    ConformanceScript script =
        new ConformanceScript("9", "workload statuses refused").inNamespace();
    for (String kind : List.of("deployments", "replicasets", "statefulsets", "daemonsets")) {
      String path = script.group("apps/v1", kind);
      script.post(path, "{'metadata':{'name':'x'}," + SPEC + "}}");
      for (String status : List.of(
          "{'replicas':-1,'readyReplicas':-1,'availableReplicas':-1,'observedGeneration':-1}",
          "{'replicas':1,'readyReplicas':2,'availableReplicas':3,'updatedReplicas':4,'currentReplicas':5,"
              + "'fullyLabeledReplicas':6}",
          "{'replicas':3,'readyReplicas':2,'availableReplicas':3}",
          "{'replicas':3,'collisionCount':-1}",
          "{'replicas':3,'readyReplicas':3,'availableReplicas':2,'collisionCount':2}",
          "{'collisionCount':1}",
          "{'collisionCount':null}",
          "{'unavailableReplicas':-1,'terminatingReplicas':-2}",
          "{'currentNumberScheduled':-1,'numberMisscheduled':-1,'desiredNumberScheduled':-1,'numberReady':-1,"
              + "'updatedNumberScheduled':-1,'numberAvailable':-1,'numberUnavailable':-1}")) {
        script.mergePatch(path + "/x/status", "{'status':" + status + "}");
      }
    }
    String controllers = script.core("replicationcontrollers");
    script.post(controllers, "{'metadata':{'name':'x'},'spec':{'selector':{'a':'b'}," + POD + "}}");
    script.mergePatch(
        controllers + "/x/status", "{'status':{'replicas':-1,'fullyLabeledReplicas':1}}");
    script.mergePatch(
        controllers + "/x/status",
        "{'status':{'replicas':1,'readyReplicas':0,'availableReplicas':1}}");
    return script;
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("9", "pod statuses refused").inNamespace();
    String pods = script.core("pods");
    for (String policy : List.of("Always", "OnFailure", "Never")) {
      String name = policy.toLowerCase(java.util.Locale.ROOT);
      script.post(
          pods,
          "{'metadata':{'name':'" + name + "'},'spec':{'restartPolicy':'" + policy
              + "','containers':[{'name':'c','image':'i'},{'name':'d','image':'i'}],"
              + "'initContainers':[{'name':'n','image':'i'}]}}");
      String path = pods + "/" + name + "/status";
      script.mergePatch(
          path,
          "{'status':{'containerStatuses':[" + ended("c", 0) + "," + ended("d", 1)
              + "],'initContainerStatuses':[" + ended("n", 0) + "]}}");
      script.mergePatch(
          path, "{'status':{'containerStatuses':[" + running("d") + "," + running("c") + "]}}");
      script.mergePatch(path, "{'status':{'initContainerStatuses':[" + running("n") + "]}}");
      script.mergePatch(path, "{'status':{'containerStatuses':[" + ended("d", 1) + "]}}");
      script.mergePatch(path, "{'status':{'containerStatuses':[" + running("d") + "]}}");
    }
    script.post(
        pods,
        "{'metadata':{'name':'bound'},'spec':{'nodeName':'n','containers':[{'name':'c','image':'i'}]}}");
    for (String pod : List.of("always", "bound")) {
      for (String status : List.of(
          "{'conditions':[{'type':'odd type','status':'True'}]}",
          "{'conditions':[{'type':'','status':'True'}]}",
          "{'conditions':[{'type':'Ready','status':'True','observedGeneration':-1}]}",
          "{'conditions':[{'type':'example.com/gate','status':'Maybe'}]}",
          "{'nominatedNodeName':'No Node'}",
          "{'nominatedNodeName':'node'}",
          "{'observedGeneration':-1}",
          "{'podIP':'x','podIPs':[{'ip':'x'}]}",
          "{'podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'},{'ip':'10.0.0.2'}]}",
          "{'podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'},{'ip':'fd00::1'}]}",
          "{'hostIP':'10.0.0.1','hostIPs':[{'ip':'10.0.0.2'}]}",
          "{'hostIP':'y','hostIPs':[{'ip':'y'}]}",
          "{'phase':'Odd'}")) {
        script.mergePatch(pods + "/" + pod + "/status", "{'status':" + status + "}");
      }
    }
    return script;
  }

  private static String ended(String container, int code) {
    return "{'name':'" + container + "','image':'i','imageID':'','ready':false,'restartCount':0,"
        + "'state':{'terminated':{'exitCode':" + code + "}}}";
  }

  private static String running(String container) {
    return "{'name':'" + container + "','image':'i','imageID':'','ready':true,'restartCount':0,"
        + "'state':{'running':{}}}";
  }

  private static ConformanceScript jobs() {
    ConformanceScript script = new ConformanceScript("9", "job statuses refused").inNamespace();
    String jobs = script.group("batch/v1", "jobs");
    String spec =
        "'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}";
    String complete = "{'type':'Complete','status':'True'}";
    String met = "{'type':'SuccessCriteriaMet','status':'True'}";
    String failed = "{'type':'Failed','status':'True'}";
    String target = "{'type':'FailureTarget','status':'True'}";
    String times = "'startTime':'2026-01-01T00:00:00Z','completionTime':'2026-01-01T00:01:00Z'";
    List<String> statuses = List.of(
        "{'active':-1,'succeeded':-1,'failed':-1,'ready':-1,'terminating':-1}",
        "{'active':1,'ready':2}",
        "{'uncountedTerminatedPods':{'succeeded':['a','a',''],'failed':['a']}}",
        "{'conditions':[" + complete + "]}",
        "{'conditions':[" + failed + "]}",
        "{'conditions':[" + complete + "," + failed + "]," + times + "}",
        "{'conditions':[" + complete + "," + target + "," + met + "]," + times + "}",
        "{'conditions':[" + met + "," + failed + "," + target + "]," + times + "}",
        "{'completionTime':'2026-01-01T00:01:00Z'}",
        "{'conditions':[" + complete + "," + met + "],'startTime':'2026-01-01T00:02:00Z',"
            + "'completionTime':'2026-01-01T00:01:00Z'}",
        "{'conditions':[" + complete + "," + met + "],'active':1,'terminating':1," + times + "}",
        "{'completedIndexes':'0'}",
        "{'failedIndexes':'0'}",
        "{'failed':2,'succeeded':2}",
        "{'failed':1,'succeeded':1}",
        "{'startTime':'2026-01-01T00:00:00Z'}",
        "{'startTime':'2026-01-02T00:00:00Z'}",
        "{'startTime':null}",
        "{'conditions':[" + complete + "," + met + "]," + times + "}",
        "{'conditions':[" + complete + "]}",
        "{'conditions':[]}",
        "{'completionTime':'2026-01-01T00:03:00Z'}",
        "{'completionTime':null}",
        "{'active':1}");
    script.post(jobs, "{'metadata':{'name':'x'},'spec':{" + spec);
    for (String status : statuses) {
      script.mergePatch(jobs + "/x/status", "{'status':" + status + "}");
    }
    script.post(jobs, "{'metadata':{'name':'y'},'spec':{'backoffLimit':0," + spec);
    for (String conditions : List.of(target, target + "," + failed, target, failed)) {
      script.mergePatch(
          jobs + "/y/status",
          "{'status':{'startTime':'2026-01-01T00:00:00Z','conditions':[" + conditions + "]}}");
    }
    return script;
  }

  private static ConformanceScript others() {
    ConformanceScript script = new ConformanceScript("9", "other statuses refused").inNamespace();
    String services = script.core("services");
    script.post(services, "{'metadata':{'name':'plain'},'spec':{'ports':[{'port':80}]}}");
    script.post(
        services,
        "{'metadata':{'name':'balanced'},'spec':{'type':'LoadBalancer','allocateLoadBalancerNodePorts':false,'externalTrafficPolicy':'Cluster','ports':[{'port':80}]}}");
    String ingresses = script.group("networking.k8s.io/v1", "ingresses");
    script.post(
        ingresses,
        "{'metadata':{'name':'i'},'spec':{'defaultBackend':{'service':{'name':'s','port':{'number':80}}}}}");
    for (String path : List.of(services + "/plain", services + "/balanced", ingresses + "/i")) {
      for (String ingress : List.of(
          "{'ip':'10.0.0.1'}",
          "{'ip':'x'}",
          "{'hostname':'Not A Name'}",
          "{'hostname':'10.0.0.1'}",
          "{'ip':'10.0.0.1','ipMode':'Odd'}",
          "{'hostname':'h','ipMode':'VIP'}")) {
        script.mergePatch(
            path + "/status", "{'status':{'loadBalancer':{'ingress':[" + ingress + "]}}}");
      }
    }
    String scalers = script.group("autoscaling/v2", "horizontalpodautoscalers");
    script.post(
        scalers,
        "{'metadata':{'name':'h'},'spec':{'maxReplicas':2,'scaleTargetRef':{'kind':'Deployment','name':'d',"
            + "'apiVersion':'apps/v1'}}}");
    script.mergePatch(
        scalers + "/h/status", "{'status':{'currentReplicas':-1,'desiredReplicas':-2}}");
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.post(
        budgets,
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'a':'b'}}}}");
    script.mergePatch(
        budgets + "/b/status",
        "{'status':{'disruptionsAllowed':-1,'currentHealthy':-1,'desiredHealthy':-1,'expectedPods':-1}}");
    script.post("/api/v1/nodes", "{'metadata':{'name':'" + script.namespace() + "'}}");
    String node = "/api/v1/nodes/" + script.namespace();
    script.mergePatch(
        node + "/status",
        "{'status':{'addresses':[{'type':'InternalIP','address':'10.0.0.1'},"
            + "{'type':'InternalIP','address':'10.0.0.1'}]}}");
    script.delete(node);
    return script;
  }

  private static ConformanceScript nodes() {
    ConformanceScript script = new ConformanceScript("9", "statuses of nodes").inNamespace();
    String node = "/api/v1/nodes/" + script.namespace();
    script.post("/api/v1/nodes", "{'metadata':{'name':'" + script.namespace() + "'}}");
    for (String status : List.of(
        "{'capacity':{'cpu':'-1'}}",
        "{'capacity':{'cpu':'2','memory':'1Gi'}}",
        "{'capacity':{'no such':'1'}}",
        "{'capacity':{'foo':'1'}}",
        "{'capacity':{'pods':'1.5'}}",
        "{'capacity':{'example.com/gpu':'0.5'}}",
        "{'capacity':{'cpu':'2'},'allocatable':{'cpu':'4'}}",
        "{'allocatable':{'cpu':'-1'}}",
        "{'conditions':[{'type':'Ready'}]}",
        "{'conditions':[{'type':'Ready','status':'Maybe'},{'type':'Ready','status':'True'}]}",
        "{'conditions':[{'type':'','status':''}]}",
        "{'phase':'Odd'}",
        "{'addresses':[{'type':'Odd','address':'not an address'}]}",
        "{'addresses':[{'type':'InternalIP','address':''}]}",
        "{'images':[{'names':['a'],'sizeBytes':-1}]}",
        "{'images':[{'names':[]}]}",
        "{'daemonEndpoints':{'kubeletEndpoint':{'Port':-1}}}",
        "{'volumesInUse':['a','a']}",
        "{'phase':null}")) {
      script.mergePatch(node + "/status", "{'status':" + status + "}");
    }
    for (String spec : List.of(
        "{'providerID':'a'}",
        "{'providerID':'b'}",
        "{'taints':[{}]}",
        "{'taints':[{'key':'bad key','effect':'NoSchedule'}]}",
        "{'taints':[{'key':'k','value':'bad value','effect':'NoSchedule'}]}",
        "{'taints':[{'key':'k','effect':'Never'}]}",
        "{'taints':[{'key':'k','effect':'NoSchedule'},{'key':'k','effect':'NoSchedule'}]}")) {
      script.mergePatch(node, "{'spec':" + spec + "}");
    }
    script.delete(node);
    return script;
  }

  private static ConformanceScript conditions() {
    ConformanceScript script = new ConformanceScript("9", "statuses of others").inNamespace();
    List<String> conditions = List.of(
        "[{'type':'Ready'}]",
        "[{'type':'Ready','status':'Maybe'},{'type':'Ready','status':'True'}]",
        "[{}]",
        "[{'type':'bad type','status':'True','reason':'bad reason','message':'m','lastTransitionTime':null}]",
        "[{'type':'Ready','status':'True','reason':'R','message':'m','lastTransitionTime':'2026-01-01T00:00:00Z',"
            + "'observedGeneration':-1}]",
        "[]");
    String deployments = script.group("apps/v1", "deployments");
    script.post(deployments, "{'metadata':{'name':'x'}," + SPEC + "}}");
    String sets = script.group("apps/v1", "statefulsets");
    script.post(sets, "{'metadata':{'name':'x'}," + SPEC + "}}");
    String services = script.core("services");
    script.post(
        services, "{'metadata':{'name':'x'},'spec':{'clusterIP':'None','ports':[{'port':80}]}}");
    String claims = script.core("persistentvolumeclaims");
    script.post(
        claims,
        "{'metadata':{'name':'x'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
    String scalers = script.group("autoscaling/v2", "horizontalpodautoscalers");
    script.post(
        scalers,
        "{'metadata':{'name':'x'},'spec':{'maxReplicas':2,'scaleTargetRef':{'kind':'Deployment','name':'d',"
            + "'apiVersion':'apps/v1'}}}");
    String budgets = script.group("policy/v1", "poddisruptionbudgets");
    script.post(
        budgets,
        "{'metadata':{'name':'x'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'a':'b'}}}}");
    String namespaces = "/api/v1/namespaces";
    for (String path : List.of(
        deployments + "/x",
        sets + "/x",
        services + "/x",
        claims + "/x",
        scalers + "/x",
        budgets + "/x",
        namespaces + "/" + script.namespace())) {
      for (String condition : conditions) {
        script.mergePatch(
            path + "/status?dryRun=All", "{'status':{'conditions':" + condition + "}}");
      }
    }
    for (String status : List.of(
        "{'phase':'Odd'}",
        "{'accessModes':['Odd']}",
        "{'capacity':{'storage':'-1'}}",
        "{'capacity':{'foo':'1'}}",
        "{'allocatedResources':{'foo':'1'}}",
        "{'allocatedResources':{'storage':'-1'}}",
        "{'allocatedResourceStatuses':{'storage':'Odd'}}",
        "{'allocatedResourceStatuses':{'foo':'ControllerResizeInProgress'}}")) {
      script.mergePatch(claims + "/x/status?dryRun=All", "{'status':" + status + "}");
    }
    for (String status :
        List.of("{'currentReplicas':-1}", "{'observedGeneration':-1}", "{'desiredReplicas':-2}")) {
      script.mergePatch(scalers + "/x/status?dryRun=All", "{'status':" + status + "}");
    }
    for (String status :
        List.of("{'phase':'Odd'}", "{'phase':'Terminating'}", "{'phase':''}", "null")) {
      script.mergePatch(
          namespaces + "/" + script.namespace() + "/status?dryRun=All",
          "{'status':" + status + "}");
    }
    String quotas = script.core("resourcequotas");
    script.post(quotas, "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'5'}}}");
    for (String status : List.of(
        "{'hard':{'pods':'-1'}}",
        "{'used':{'pods':'1.5'}}",
        "{'used':{'no such':'1'}}",
        "{'hard':{'foo':'1'}}")) {
      script.mergePatch(quotas + "/q/status?dryRun=All", "{'status':" + status + "}");
    }
    return script;
  }
}
