package dev.informant.verification.conformance;

import java.util.List;

/** §9: what is taken with a warning. */
final class WarningScripts {
  private static final String CONTAINER = "{'name':'c','image':'i:1'}";

  private WarningScripts() {}

  static List<ConformanceScript> all() {
    return List.of(pods(), volumes(), workloads(), updates(), services(), others());
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("9", "odd pods").inNamespace();
    for (String spec : List.of(
        "'nodeSelector':{'beta.kubernetes.io/os':'linux'}",
        "'nodeSelector':{'node-role.kubernetes.io/master':'','kubernetes.io/os':'linux'}",
        "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':"
            + "[{'matchExpressions':[{'key':'failure-domain.beta.kubernetes.io/zone','operator':'Exists'}]}]},"
            + "'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,'preference':{'matchExpressions':"
            + "[{'key':'beta.kubernetes.io/arch','operator':'In','values':['a b']}]}}]}}",
        "'topologySpreadConstraints':[{'maxSkew':1,'whenUnsatisfiable':'DoNotSchedule','topologyKey':"
            + "'failure-domain.beta.kubernetes.io/region'}]",
        "'hostAliases':[{'ip':'1.2.3.4','hostnames':['a']},{'ip':'1.2.3.4','hostnames':['b']}]",
        "'imagePullSecrets':[{'name':'a'},{'name':'a'},{},{'name':''}]",
        "'terminationGracePeriodSeconds':-1",
        "'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'t'}]},"
            + "'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,"
            + "'podAffinityTerm':{'topologyKey':'t'}},{'weight':1,'podAffinityTerm':{'topologyKey':'t',"
            + "'labelSelector':{}}}]}}",
        "'dnsConfig':{'nameservers':['1.2.3.4','FD00::1']}",
        "'initContainers':[{'name':'i','image':'i:1','ports':[{'containerPort':80,'name':'x'}]}],'containers':"
            + "[{'name':'c','image':'i:1','ports':[{'containerPort':80,'name':'x'}]}]")) {
      script.post(script.core("pods?dryRun=All"), pod("p", "", spec));
    }
    for (String rest : List.of(
        "'env':[{'name':'A','value':'1'},{'name':'A','value':'2'},{'name':'A','value':'$(A)3'},"
            + "{'name':'A','value':'$(A)'}]",
        "'env':[{'name':'A','value':'1'},{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}]",
        "'ports':[{'containerPort':80},{'containerPort':80},{'containerPort':80,'protocol':'UDP'}]",
        "'ports':[{'containerPort':80,'hostPort':80},{'containerPort':80}]",
        "'ports':[{'containerPort':80,'hostPort':80,'hostIP':'1.2.3.4'},{'containerPort':80,'hostPort':80}]",
        "'ports':[{'containerPort':80,'hostIP':'1.2.3.4'}]",
        "'ports':[{'containerPort':80,'name':'a'},{'containerPort':81}]",
        "'resources':{'requests':{'memory':'0.5','ephemeral-storage':'1500m'},'limits':{'memory':'1.5'}}",
        "'resources':{'requests':{'memory':'1','ephemeral-storage':'1k'}}")) {
      script.post(
          script.core("pods?dryRun=All"),
          pod("p", "", "'containers':[{'name':'c','image':'i:1'," + rest + "}]"));
    }
    for (String annotation : List.of(
        "scheduler.alpha.kubernetes.io/critical-pod",
        "security.alpha.kubernetes.io/sysctls",
        "security.alpha.kubernetes.io/unsafe-sysctls",
        "seccomp.security.alpha.kubernetes.io/pod",
        "container.seccomp.security.alpha.kubernetes.io/c",
        "container.seccomp.security.alpha.kubernetes.io/other")) {
      script.post(
          script.core("pods?dryRun=All"),
          pod("p", ",'annotations':{'" + annotation + "':'unconfined'}", "'hostname':'h'"));
    }
    script.post(script.core("pods?dryRun=All"), pod("a.b", "", "'hostname':'h'"));
    script.post(script.core("pods?dryRun=All"), pod("a".repeat(70), "", "'hostname':'h'"));
    script.post(script.core("pods?dryRun=All"), pod("a." + "b".repeat(70), "", "'hostname':'h'"));
    return script;
  }

  private static String pod(String name, String metadata, String spec) {
    return "{'metadata':{'name':'" + name + "'" + metadata + "},'spec':{" + spec
        + (spec.contains("'containers'") ? "" : ",'containers':[" + CONTAINER + "]") + "}}";
  }

  private static String volume(String annotation, String spec) {
    return "{'metadata':{'name':'v','annotations':{'volume.beta.kubernetes.io/" + annotation
        + "':'x'}},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce']," + spec
        + "}}";
  }

  private static ConformanceScript volumes() {
    ConformanceScript script = new ConformanceScript("9", "odd volumes").inNamespace();
    for (String volume : List.of(
        "'gitRepo':{'repository':'r'}",
        "'cephfs':{'monitors':['m']}",
        "'rbd':{'monitors':['m'],'image':'i','pool':'p','user':'u','keyring':'/k'}",
        "'glusterfs':{'endpoints':'e','path':'p'}",
        "'flocker':{'datasetName':'d'}",
        "'ephemeral':{'volumeClaimTemplate':{'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':"
            + "{'storage':'1.5'}}}}}",
        "'configMap':{'name':'m','items':[{'key':'a','path':'x'},{'key':'b','path':'x/y'},{'key':'c','path':'x'}]}",
        "'secret':{'secretName':'s','items':[{'key':'a','path':'x/y'},{'key':'b','path':'x'}]}",
        "'secret':{'secretName':'s','items':[{'key':'a','path':'xy'},{'key':'b','path':'x'}]}",
        "'downwardAPI':{'items':[{'path':'x','fieldRef':{'fieldPath':'metadata.name'}},{'path':'x/y','fieldRef':"
            + "{'fieldPath':'metadata.namespace'}}]}",
        "'projected':{'sources':[{'secret':{'name':'s','items':[{'key':'a','path':'x'}]}},{'configMap':{'name':'m',"
            + "'items':[{'key':'a','path':'x/y'}]}},{'downwardAPI':{'items':[{'path':'x/z','fieldRef':"
            + "{'fieldPath':'metadata.name'}}]}}]}",
        "'projected':{'sources':[{}]}")) {
      script.post(
          script.core("pods?dryRun=All"), pod("p", "", "'volumes':[{'name':'v'," + volume + "}]"));
    }
    for (String volume : List.of(
        "'hostPath':{'path':'/x'},'persistentVolumeReclaimPolicy':'Recycle'",
        "'cephfs':{'monitors':['m']}",
        "'hostPath':{'path':'/x'},'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':"
            + "'beta.kubernetes.io/os','operator':'Exists'}]}]}}")) {
      script.post("/api/v1/persistentvolumes?dryRun=All", volume("storage-class", volume));
    }
    script.post(
        "/api/v1/persistentvolumes?dryRun=All",
        volume("mount-options", "'nfs':{'server':'s','path':'/x'}"));
    script.post(
        script.core("persistentvolumeclaims?dryRun=All"),
        "{'metadata':{'name':'c','annotations':{'volume.beta.kubernetes.io/storage-class':'s'}},'spec':"
            + "{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1.5'},'limits':"
            + "{'storage':'2.5'}}}}");
    script.post(
        "/apis/storage.k8s.io/v1/storageclasses?dryRun=All",
        "{'metadata':{'name':'s'},'provisioner':'p','allowedTopologies':[{'matchLabelExpressions':[{'key':"
            + "'failure-domain.beta.kubernetes.io/zone','values':['z']}]}]}");
    script.post(
        script.group("storage.k8s.io/v1", "csistoragecapacities?dryRun=All"),
        "{'metadata':{'name':'s'},'storageClassName':'s','nodeTopology':{'matchLabels':{'beta.kubernetes.io/os':'x'},"
            + "'matchExpressions':[{'key':'beta.kubernetes.io/arch','operator':'Exists'}]}}");
    script.post(
        "/apis/node.k8s.io/v1/runtimeclasses?dryRun=All",
        "{'metadata':{'name':'r'},'handler':'h','scheduling':{'nodeSelector':{'beta.kubernetes.io/os':'x'}}}");
    return script;
  }

  private static String template(String spec) {
    return "'template':{'metadata':{'labels':{'a':'b'},'annotations':{'container.apparmor.security.beta.kubernetes.io/c':"
        + "'unconfined'}},'spec':{" + spec
        + "'containers':[{'name':'c','image':'i:1','env':[{'name':'A'},{'name':'A'}]}]}}";
  }

  private static String workload(String name, String rest) {
    return "{'metadata':{'name':'" + name + "'},'spec':{'selector':{'matchLabels':{'a':'b'}},"
        + rest + "}}";
  }

  private static String job(String spec) {
    return "'spec':{" + spec + template("'restartPolicy':'Never',") + "}";
  }

  private static ConformanceScript workloads() {
    ConformanceScript script = new ConformanceScript("9", "odd workloads").inNamespace();
    for (String name : List.of("d", "d.e")) {
      for (String kind : List.of("deployments", "replicasets", "daemonsets")) {
        script.post(
            script.group("apps/v1", kind + "?dryRun=All"),
            workload(name, template("'nodeSelector':{'beta.kubernetes.io/os':'linux'},")));
      }
      script.post(
          script.group("batch/v1", "jobs?dryRun=All"),
          "{'metadata':{'name':'" + name + "'}," + job("") + "}");
      script.post(
          script.group("batch/v1", "cronjobs?dryRun=All"),
          "{'metadata':{'name':'" + name + "'},'spec':{'schedule':'@daily','jobTemplate':{"
              + job("") + "}}}");
      script.post(
          script.core("replicationcontrollers?dryRun=All"),
          "{'metadata':{'name':'" + name + "'},'spec':{" + template("") + "}}");
    }
    script.post(
        script.core("podtemplates?dryRun=All"), "{'metadata':{'name':'t.u'}," + template("") + "}");
    script.post(
        script.group("apps/v1", "statefulsets?dryRun=All"),
        workload(
            "s",
            "'serviceName':'x','revisionHistoryLimit':-1,"
                + template("'overhead':{'memory':'0.5'},")
                + ",'volumeClaimTemplates':[{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce'],"
                + "'resources':{'requests':{'storage':'1.5'}}}}]"));
    script.post(
        script.group("batch/v1", "jobs?dryRun=All"),
        "{'metadata':{'name':'j'},"
            + job("'completionMode':'Indexed','completions':100001,'parallelism':10001,") + "}");
    return script;
  }

  private static ConformanceScript updates() {
    ConformanceScript script = new ConformanceScript("9", "odd updates").inNamespace();
    script.post(script.group("apps/v1", "deployments"), workload("d", template("")));
    script.mergePatch(
        script.group("apps/v1", "deployments/d"), "{'metadata':{'labels':{'x':'y'}}}");
    script.mergePatch(script.group("apps/v1", "deployments/d"), "{'spec':{'replicas':2}}");
    script.post(script.group("apps/v1", "daemonsets"), workload("d", template("")));
    script.mergePatch(script.group("apps/v1", "daemonsets/d"), "{'spec':{'minReadySeconds':2}}");
    script.mergePatch(
        script.group("apps/v1", "daemonsets/d"),
        "{'spec':{'template':{'metadata':{'labels':{'x':'y'}}}}}");
    script.post(
        script.group("apps/v1", "statefulsets"),
        workload(
            "s",
            "'serviceName':'x','revisionHistoryLimit':-1," + template("")
                + ",'volumeClaimTemplates':[{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce'],"
                + "'resources':{'requests':{'storage':'1.5'}}}}]"));
    script.mergePatch(
        script.group("apps/v1", "statefulsets/s"), "{'metadata':{'labels':{'x':'y'}}}");
    script.post(
        script.core("pods"),
        pod(
            "p",
            "",
            "'containers':[{'name':'c','image':'i:1','env':[{'name':'A'},{'name':'A'}]}]"));
    script.mergePatch(script.core("pods/p"), "{'metadata':{'labels':{'x':'y'}}}");
    script.post(
        script.group("batch/v1", "cronjobs"),
        "{'metadata':{'name':'c'},'spec':{'schedule':'@daily','jobTemplate':{" + job("") + "}}}");
    script.mergePatch(script.group("batch/v1", "cronjobs/c"), "{'spec':{'suspend':true}}");
    script.mergePatch(script.group("batch/v1", "cronjobs/c"), "{'metadata':{'labels':{'x':'y'}}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','sessionAffinity':'ClientIP','ports':[{'port':80}]}}");
    script.mergePatch(script.core("services/s"), "{'metadata':{'labels':{'x':'y'}}}");
    script.mergePatch(script.core("services/s"), "{'metadata':{'labels':{'x':'y'}}}");
    return script;
  }

  private static ConformanceScript services() {
    ConformanceScript script = new ConformanceScript("9", "odd services").inNamespace();
    for (String spec : List.of(
        "'clusterIP':'None','sessionAffinity':'ClientIP','externalIPs':['1.2.3.4']",
        "'externalIPs':['1.2.3.4','FD00::0:1']",
        "'type':'LoadBalancer','loadBalancerIP':'FD00::1','loadBalancerSourceRanges':['1.0.0.0/8',"
            + "'FD00::/64','fd00::/64']",
        "'externalName':'x'",
        "'type':'ExternalName','externalName':'x','externalIPs':['1.2.3.4']",
        "'trafficDistribution':'PreferClose'")) {
      script.post(
          script.core("services?dryRun=All"),
          "{'metadata':{'name':'s'},'spec':{" + spec + ",'ports':[{'port':80}]}}");
    }
    script.post(
        script.core("services?dryRun=All"),
        "{'metadata':{'name':'s','annotations':{'service.kubernetes.io/topology-aware-hints':'auto'}},"
            + "'spec':{'ports':[{'port':80}]}}");
    script.post(
        script.core("endpoints?dryRun=All"),
        "{'metadata':{'name':'e'},'subsets':[{'addresses':[{'ip':'1.2.3.4'}],'notReadyAddresses':[{'ip':"
            + "'FD00::1'}],'ports':[{'port':80}]}]}");
    for (String slice : List.of(
        "'addressType':'IPv4','endpoints':[{'addresses':['1.2.3.4']}]",
        "'addressType':'IPv6','endpoints':[{'addresses':['fd00::1']}]",
        "'addressType':'FQDN','endpoints':[{'addresses':['a.example.com']}]")) {
      script.post(
          script.group("discovery.k8s.io/v1", "endpointslices?dryRun=All"),
          "{'metadata':{'name':'e'}," + slice + "}");
    }
    script.post(
        script.group("networking.k8s.io/v1", "networkpolicies?dryRun=All"),
        "{'metadata':{'name':'n'},'spec':{'podSelector':{},'ingress':[{'from':[{'ipBlock':{'cidr':'FD00::/16',"
            + "'except':['FD00:1::/32']}}]}],'egress':[{'to':[{'ipBlock':{'cidr':'FD00::/16'}}]}]}}");
    script.post(
        script.group("networking.k8s.io/v1", "ingresses?dryRun=All"),
        "{'metadata':{'name':'i','annotations':{'kubernetes.io/ingress.class':'c'}},'spec':{'defaultBackend':"
            + "{'service':{'name':'s','port':{'number':80}}}}}");
    return script;
  }

  private static ConformanceScript others() {
    ConformanceScript script = new ConformanceScript("9", "odd others").inNamespace();
    script.post(
        script.core("resourcequotas?dryRun=All"),
        "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':'2000m','limits.cpu':'1','requests.memory':'2Gi',"
            + "'limits.memory':'1024Mi'}}}");
    script.post(
        "/api/v1/nodes?dryRun=All",
        "{'metadata':{'name':'n'},'spec':{'externalID':'x','podCIDR':'10.0.0.0/24'}}");
    for (String data : List.of(
        "'tls.crt':'YQ==','tls.key':'Yg=='",
        "'tls.crt':'','tls.key':''",
        "'tls.crt':'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCllRPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=','tls.key':'Yg=='")) {
      script.post(
          script.core("secrets?dryRun=All"),
          "{'metadata':{'name':'s'},'type':'kubernetes.io/tls','data':{" + data + "}}");
    }
    script.post(
        script.core("serviceaccounts"),
        "{'metadata':{'name':'a','annotations':{'kubernetes.io/enforce-mountable-secrets':'true'}}}");
    script.mergePatch(script.core("serviceaccounts/a"), "{'metadata':{'labels':{'x':'y'}}}");
    script.post(
        script.group("policy/v1", "poddisruptionbudgets?dryRun=All"),
        "{'metadata':{'name':'p'},'spec':{'maxUnavailable':1,'selector':{}}}");
    return script;
  }
}
