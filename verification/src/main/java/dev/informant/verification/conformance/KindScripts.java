package dev.informant.verification.conformance;

import java.util.List;

/** §6, §9 and §14: what is special about single kinds: their rows, what they must say, what is filled in. */
final class KindScripts {
  private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
  private static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  private static final String POLICY = "'matchConstraints':{'resourceRules':[{'apiGroups':['k.io'],"
      + "'apiVersions':['v1'],'operations':['CREATE'],'resources':['nothings']}]}";
  private static final String UNKNOWN = "{'metadata':{'name':'x','zork':1},'zork':1}";

  private KindScripts() {}

  static List<ConformanceScript> all() {
    return List.of(rows(), empty(), required(), fine(), filled(), strict());
  }

  private static ConformanceScript rows() {
    ConformanceScript script = new ConformanceScript("6", "rows of kinds").inNamespace();
    row(
        script,
        script.core("podtemplates"),
        "'template':{'metadata':{'labels':{'b':'c','a':'b'}},"
            + "'spec':{'containers':[{'name':'c','image':'i'},{'name':'d','image':'j'}]}}");
    row(script, script.core("resourcequotas"), "'spec':{'hard':{'pods':'10'}}");
    row(script, script.group("apps/v1", "controllerrevisions"), "'revision':3,'data':{'a':1}");
    String classes = "/apis/networking.k8s.io/v1/ingressclasses";
    row(script, classes, "'spec':{'controller':'a.io/b'}");
    row(
        script,
        classes,
        "'spec':{'controller':'a.io/b','parameters':{'apiGroup':'k.io','kind':'F','name':'n'}}");
    script
        .with("Accept", TABLE)
        .post(
            "/apis/networking.k8s.io/v1/ipaddresses?dryRun=All",
            "{'metadata':{'name':'10.9.8.7'},'spec':{'parentRef':{'resource':'services','namespace':'m','name':'s'}}}");
    row(
        script,
        "/apis/networking.k8s.io/v1/servicecidrs",
        "'spec':{'cidrs':['10.7.0.0/24','fd00::/112']}");
    row(
        script,
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        "'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'},'subjects':["
            + "{'kind':'User','name':'u'},{'kind':'User','name':'v'},{'kind':'Group','name':'g'},"
            + "{'kind':'ServiceAccount','name':'s','namespace':'m'}]");
    String storage = "/apis/storage.k8s.io/v1/";
    row(script, storage + "csidrivers", "'spec':{}");
    row(
        script,
        storage + "csidrivers",
        "'spec':{'attachRequired':false,'podInfoOnMount':true,"
            + "'tokenRequests':[{'audience':'x'},{'audience':'y'}],'volumeLifecycleModes':['Ephemeral','Persistent'],"
            + "'storageCapacity':true,'requiresRepublish':true}");
    row(script, storage + "csinodes", "'spec':{'drivers':[{'name':'d.io','nodeID':'n'}]}");
    row(
        script,
        storage + "volumeattachments",
        "'spec':{'attacher':'a.io','nodeName':'n','source':{'persistentVolumeName':'pv'}}");
    row(script, storage + "volumeattributesclasses", "'driverName':'d.io','parameters':{'a':'b'}");
    String admission = "/apis/admissionregistration.k8s.io/v1/";
    row(
        script,
        admission + "validatingadmissionpolicies",
        "'spec':{" + POLICY
            + ",'validations':[{'expression':'true'}],'paramKind':{'apiVersion':'v1','kind':'ConfigMap'}}");
    row(
        script,
        admission + "validatingadmissionpolicies",
        "'spec':{" + POLICY + ",'validations':[{'expression':'true'}]}");
    for (String reference : List.of(
        "",
        ",'paramRef':{'name':'x','namespace':'m','parameterNotFoundAction':'Deny'}",
        ",'paramRef':{'name':'x','parameterNotFoundAction':'Deny'}",
        ",'paramRef':{'selector':{'matchLabels':{'a':'b'}},'parameterNotFoundAction':'Deny'}")) {
      row(
          script,
          admission + "validatingadmissionpolicybindings",
          "'spec':{'policyName':'a','validationActions':['Deny']" + reference + "}");
    }
    row(script, admission + "mutatingadmissionpolicybindings", "'spec':{'policyName':'a'}");
    row(script, admission + "validatingwebhookconfigurations", "'webhooks':[]");
    row(script, admission + "mutatingwebhookconfigurations", "'webhooks':[]");
    String priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
    row(script, priorities, "'value':5");
    row(script, priorities, "'value':5,'preemptionPolicy':'Never'");
    row(script, "/apis/node.k8s.io/v1/runtimeclasses", "'handler':'h'");
    String devices = "/apis/resource.k8s.io/v1/";
    row(script, devices + "deviceclasses", "'spec':{}");
    row(script, script.group("resource.k8s.io/v1", "resourceclaims"), "'spec':{}");
    row(script, script.group("resource.k8s.io/v1", "resourceclaimtemplates"), "'spec':{'spec':{}}");
    row(
        script,
        devices + "resourceslices",
        "'spec':{'driver':'d.io','nodeName':'n',"
            + "'pool':{'name':'p','generation':1,'resourceSliceCount':1}}");
    String flow = "/apis/flowcontrol.apiserver.k8s.io/v1/";
    row(
        script,
        flow + "flowschemas",
        "'spec':{'priorityLevelConfiguration':{'name':'pl'},"
            + "'distinguisherMethod':{'type':'ByUser'}}");
    row(
        script,
        flow + "prioritylevelconfigurations",
        "'spec':{'type':'Limited','limited':{'limitResponse':{'type':'Reject'}}}");
    row(
        script,
        flow + "prioritylevelconfigurations",
        "'spec':{'type':'Limited','limited':{'nominalConcurrencyShares':7,'limitResponse':"
            + "{'type':'Queue','queuing':{'queues':8,'handSize':2,'queueLengthLimit':5}}}}");
    String deployments = script.group("apps/v1", "deployments");
    script.post(
        deployments,
        "{'metadata':{'name':'d'},'spec':{'replicas':8,'selector':{'matchLabels':{'a':'b'}},"
            + "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
    script.with("Accept", TABLE).get(deployments + "/d/scale");
    script.mergePatch(
        deployments + "/d/status", "{'metadata':{'labels':{'z':'y'},'annotations':{'z':'y'}}}");
    String autoscalers = "horizontalpodautoscalers";
    script.post(
        script.group("autoscaling/v2", autoscalers),
        "{'metadata':{'name':'h'},'spec':{'maxReplicas':5,'scaleTargetRef':{'apiVersion':'apps/v1',"
            + "'kind':'Deployment','name':'d'},'metrics':[{'type':'Pods','pods':{'metric':{'name':'q'},"
            + "'target':{'type':'AverageValue','averageValue':'10'}}}]}}");
    script.with("Accept", TABLE).get(script.group("autoscaling/v1", autoscalers));
    script.with("Accept", TABLE).get(script.group("autoscaling/v2", autoscalers));
    script.post(
        script.core("events"),
        "{'metadata':{'name':'e'},'involvedObject':{'kind':'Pod','name':'p','namespace':'"
            + script.namespace()
            + "','fieldPath':'spec.containers{c}'},'reason':'R','message':'m','type':'Normal',"
            + "'source':{'component':'c','host':'h'},'count':3,'firstTimestamp':'2026-01-01T00:00:00Z',"
            + "'lastTimestamp':'2026-01-01T00:01:00Z'}");
    script.with("Accept", TABLE).get(script.core("events"));
    script.with("Accept", TABLE).get(script.group("events.k8s.io/v1", "events"));
    return script;
  }

  private static void row(ConformanceScript script, String path, String rest) {
    script
        .with("Accept", TABLE)
        .post(path + "?dryRun=All", "{'metadata':{'name':'row.io'}," + rest + "}");
  }

  private static ConformanceScript empty() {
    ConformanceScript script = new ConformanceScript("6", "empty lists").inNamespace();
    for (String path : List.of(
        script.core("podtemplates"),
        script.core("resourcequotas"),
        script.core("limitranges"),
        script.core("pods"),
        script.group("apps/v1", "controllerrevisions"),
        script.group("rbac.authorization.k8s.io/v1", "roles"),
        script.group("resource.k8s.io/v1", "resourceclaims"),
        script.group("resource.k8s.io/v1", "resourceclaimtemplates"),
        script.group("storage.k8s.io/v1", "csistoragecapacities"),
        "/apis/apiregistration.k8s.io/v1/apiservices",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "/apis/networking.k8s.io/v1/ingressclasses",
        "/apis/networking.k8s.io/v1/ipaddresses",
        "/apis/networking.k8s.io/v1/servicecidrs",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "/apis/storage.k8s.io/v1/csidrivers",
        "/apis/storage.k8s.io/v1/csinodes",
        "/apis/storage.k8s.io/v1/volumeattachments",
        "/apis/storage.k8s.io/v1/volumeattributesclasses",
        "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings",
        "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "/apis/node.k8s.io/v1/runtimeclasses",
        "/apis/resource.k8s.io/v1/deviceclasses",
        "/apis/resource.k8s.io/v1/resourceslices",
        "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
        "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations")) {
      script.with("Accept", TABLE).get(path + "?labelSelector=no%3Dsuch");
      script.with("Accept", METADATA).get(path + "?labelSelector=no%3Dsuch");
    }
    script.with("Accept", METADATA).get(script.core("pods"));
    script.with("Accept", METADATA).get(script.core("pods?limit=1"));
    script.with("Accept", METADATA.replace("json", "yaml")).get(script.core("pods"));
    script
        .with("Accept", METADATA.replace("json", "vnd.kubernetes.protobuf"))
        .get(script.core("pods"));
    return script;
  }

  private static ConformanceScript required() {
    ConformanceScript script = new ConformanceScript("9", "fields required").inNamespace();
    for (String path : List.of(
        "/api/v1/persistentvolumes",
        "/apis/apiregistration.k8s.io/v1/apiservices",
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        "/apis/networking.k8s.io/v1/ingressclasses",
        "/apis/networking.k8s.io/v1/ipaddresses",
        "/apis/networking.k8s.io/v1/servicecidrs",
        script.group("storage.k8s.io/v1", "csistoragecapacities"),
        "/apis/storage.k8s.io/v1/volumeattachments",
        "/apis/storage.k8s.io/v1/volumeattributesclasses",
        "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        script.group("discovery.k8s.io/v1", "endpointslices"),
        "/apis/resource.k8s.io/v1/resourceslices",
        "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
        "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations")) {
      script.post(path + "?dryRun=All", "{'metadata':{'name':'x'}}");
    }
    script.post(
        "/apis/networking.k8s.io/v1/ipaddresses?dryRun=All",
        "{'metadata':{'name':'10.9.8.7'},'spec':{'parentRef':{}}}");
    script.post(
        "/api/v1/persistentvolumes?dryRun=All",
        "{'metadata':{'name':'x'},'spec':{'accessModes':['X'],'capacity':{'a':'1'},'hostPath':{'path':'/x'}}}");
    return script;
  }

  private static ConformanceScript fine() {
    ConformanceScript script = new ConformanceScript("9", "schedules and sizes").inNamespace();
    for (String schedule : List.of(
        "nope",
        "* * * * x",
        "60 * * * *",
        "* * * * 7",
        "*/0 * * * *",
        "5-1 * * * *",
        "1-2-3 * * * *",
        "1/2/3 * * * *",
        "* * 0 * *",
        "@often",
        "TZ=UTC * * * * *",
        "* * * jan mon",
        "-1 * * * *",
        "@daily",
        "@every 1h",
        "0 0 * * sun,",
        "+1 * * * *",
        "1- * * * *",
        "@every x")) {
      script.post(
          script.group("batch/v1", "cronjobs?dryRun=All"),
          "{'metadata':{'name':'c'},'spec':{'schedule':'" + schedule
              + "','jobTemplate':{'spec':{'template':"
              + "{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}}}");
    }
    for (String resources : List.of(
        "{'requests':{'cpu':'2'},'limits':{'cpu':'1'}}",
        "{'requests':{'memory':'2000Ki'},'limits':{'memory':'1Mi'}}",
        "{'requests':{'cpu':'500m'},'limits':{'cpu':'1'}}",
        "{'requests':{'cpu':'-1'}}",
        "{'requests':{'example.com/x':'1'},'limits':{'example.com/x':'2'}}")) {
      script.post(script.core("pods?dryRun=All"), pod("p", resources));
    }
    script.post(script.core("pods"), pod("none", "{}"));
    script.post(script.core("pods"), pod("some", "{'requests':{'cpu':'100m'}}"));
    resize(script, "none", "{'requests':{'cpu':'1'}}");
    resize(script, "some", "{'requests':{'cpu':'200m'}}");
    resize(script, "some", "{'limits':{'cpu':'100m'}}");
    resize(script, "some", "{'requests':{'cpu':null}}");
    resize(script, "some", "{'requests':{'memory':'1Gi'},'limits':{'cpu':'1','memory':'1Gi'}}");
    resize(
        script,
        "some",
        "{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'1','memory':'1Gi'}}");
    return script;
  }

  private static String pod(String name, String resources) {
    return "{'metadata':{'name':'" + name
        + "'},'spec':{'containers':[{'name':'c','image':'i','resources':" + resources + "}]}}";
  }

  private static void resize(ConformanceScript script, String name, String resources) {
    script.strategicPatch(
        script.core("pods/" + name + "/resize"),
        "{'spec':{'containers':[{'name':'c','resources':" + resources + "}]}}");
  }

  private static ConformanceScript filled() {
    ConformanceScript script = new ConformanceScript("9", "filled in").inNamespace();
    String services = script.core("services");
    script.post(
        services,
        "{'metadata':{'name':'kept'},'spec':{'clusterIP':'10.0.0.99','ports':[{'port':80}]}}");
    script.mergePatch(services + "/kept", "{'spec':{'clusterIP':'10.0.0.98'}}");
    script.post(
        services, "{'metadata':{'name':'node'},'spec':{'type':'NodePort','ports':[{'port':80}]}}");
    script.post(
        services,
        "{'metadata':{'name':'balanced'},'spec':{'type':'LoadBalancer','ports':[{'port':80}]}}");
    script.post(
        script.core("endpoints"),
        "{'metadata':{'name':'e'},'subsets':[{'addresses':[{'ip':'1.2.3.4'}],'ports':[{'port':80}]}]}");
    String nodes = "/api/v1/nodes";
    script.post(
        nodes,
        "{'metadata':{'name':'filled'},'spec':{'podCIDR':'10.1.0.0/24','podCIDRs':['10.2.0.0/24']}}");
    script.mergePatch(nodes + "/filled", "{'spec':{'podCIDRs':['10.1.0.0/24','fd00::/64']}}");
    script.mergePatch(nodes + "/filled", "{'spec':{'podCIDR':null}}");
    script.mergePatch(nodes + "/filled", "{'spec':{'podCIDR':'10.2.0.0/24'}}");
    script.delete(nodes + "/filled");
    script.post(
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        "{'metadata':{'name':'b'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'},"
            + "'subjects':[{'kind':'User','name':'u'},{'kind':'ServiceAccount','name':'s','namespace':'n'}]}");
    script.post(
        script.core("limitranges"),
        "{'metadata':{'name':'l'},'spec':{'limits':[{'type':'Container','max':{'cpu':'2'},'min':{'memory':'1Gi'}},"
            + "{'type':'Pod','max':{'cpu':'1'}}]}}");
    script.post("/apis/storage.k8s.io/v1/csidrivers?dryRun=All", "{'metadata':{'name':'d'}}");
    script.post(
        "/apis/storage.k8s.io/v1/csidrivers?dryRun=All",
        "{'metadata':{'name':'d'},'spec':{'attachRequired':false,'volumeLifecycleModes':['Ephemeral']}}");
    script.post(
        "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas?dryRun=All",
        "{'metadata':{'name':'f'},'spec':{'priorityLevelConfiguration':{'name':'pl'}}}");
    script.post(
        "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations?dryRun=All",
        "{'metadata':{'name':'f'},'spec':{'type':'Limited','limited':{'limitResponse':{'type':'Reject'}}}}");
    return script;
  }

  private static ConformanceScript strict() {
    ConformanceScript script = new ConformanceScript("14", "strict reviews").inNamespace();
    for (String path : List.of(
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        "/apis/authentication.k8s.io/v1/tokenreviews",
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
        script.group("authorization.k8s.io/v1", "localsubjectaccessreviews"),
        script.core("bindings"))) {
      script.post(path + "?fieldValidation=Strict", UNKNOWN);
    }
    script.post(script.core("serviceaccounts/default/token?fieldValidation=Strict"), UNKNOWN);
    script.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", UNKNOWN);
    return script;
  }
}
