package dev.informant.verification.conformance;

import java.util.List;

/** §9: pods with the mistakes that people make. */
final class WrongPodScripts {
  private static final String CONTAINER = "{'name':'c','image':'i'}";

  private WrongPodScripts() {}

  static List<ConformanceScript> all() {
    return List.of(containers(), pods(), volumes());
  }

  private static ConformanceScript containers() {
    ConformanceScript script = new ConformanceScript("9", "wrong containers").inNamespace();
    for (String rest : List.of(
        "'image':' i'",
        "'image':'i ','name':'C'",
        "'image':'i','livenessProbe':{}",
        "'image':'i','livenessProbe':{'httpGet':{'path':'/'}}",
        "'image':'i','livenessProbe':{'httpGet':{'port':80,'scheme':'FTP'}}",
        "'image':'i','livenessProbe':{'exec':{}}",
        "'image':'i','livenessProbe':{'tcpSocket':{'port':'no such Port'}}",
        "'image':'i','readinessProbe':{'tcpSocket':{'port':80},'periodSeconds':-1,'timeoutSeconds':-2,"
            + "'initialDelaySeconds':-3,'successThreshold':-4,'failureThreshold':-5}",
        "'image':'i','livenessProbe':{'tcpSocket':{'port':80},'successThreshold':2}",
        "'image':'i','startupProbe':{'tcpSocket':{'port':80},'successThreshold':2}",
        "'image':'i','readinessProbe':{'exec':{'command':['x']},'httpGet':{'port':80}}",
        "'image':'i','readinessProbe':{'tcpSocket':{'port':70000}}",
        "'image':'i','readinessProbe':{'grpc':{'port':0}}",
        "'image':'i','lifecycle':{'preStop':{}}",
        "'image':'i','lifecycle':{'postStart':{'exec':{'command':[]}}}",
        "'image':'i','env':[{'name':'A','value':'x','valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'secretKeyRef':{'name':'s'}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'configMapKeyRef':{'key':'k'}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'configMapKeyRef':{'name':'n','key':'a b'}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'spec.unknown'}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'fieldRef':{}}}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'resourceFieldRef':{'resource':'limits.x'}}}]",
        "'image':'i','env':[{'name':'A=B','value':'x'}]",
        "'image':'i','env':[{'name':'A','valueFrom':{'secretKeyRef':{'name':'s','key':'k'},"
            + "'fieldRef':{'fieldPath':'metadata.name'}}}]",
        "'image':'i','envFrom':[{}]",
        "'image':'i','envFrom':[{'configMapRef':{}}]",
        "'image':'i','envFrom':[{'secretRef':{'name':'Bad_Name'}}]",
        "'image':'i','envFrom':[{'prefix':'a=','secretRef':{'name':'s'}}]",
        "'image':'i','envFrom':[{'configMapRef':{'name':'a'},'secretRef':{'name':'s'}}]",
        "'image':'i','resources':{'limits':{'foo':'1'}}",
        "'image':'i','resources':{'limits':{'cpu':'-1'}}",
        "'image':'i','resources':{'limits':{'example.com/gpu':'1500m'}}",
        "'image':'i','resources':{'requests':{'example.com/gpu':'1'}}",
        "'image':'i','resources':{'limits':{'requests.cpu':'1'}}",
        "'image':'i','resources':{'requests':{'memory':'2Gi'},'limits':{'memory':'1Gi'}}",
        "'image':'i','resources':{'requests':{'ephemeral-storage':'2Gi'},'limits':{'ephemeral-storage':'1Gi'}}",
        "'image':'i','resources':{'limits':{'hugepages-2Mi':'2Mi'}}",
        "'image':'i','ports':[{'containerPort':80,'name':'Http'}]",
        "'image':'i','ports':[{'containerPort':80,'name':'much-too-long-a-name'}]",
        "'image':'i','ports':[{'containerPort':80,'name':'80'}]",
        "'image':'i','ports':[{'containerPort':80,'name':'a'},{'containerPort':81,'name':'a'}]",
        "'image':'i','ports':[{'containerPort':80,'hostPort':8080},{'containerPort':81,'hostPort':8080}]",
        "'image':'i','ports':[{'containerPort':-1,'hostPort':-2}]",
        "'image':'i','securityContext':{'privileged':true,'allowPrivilegeEscalation':false}",
        "'image':'i','securityContext':{'capabilities':{'add':['SYS_ADMIN']},'allowPrivilegeEscalation':false}",
        "'image':'i','securityContext':{'runAsUser':-1,'runAsGroup':-1}",
        "'image':'i','securityContext':{'procMount':'X'}",
        "'image':'i','securityContext':{'seccompProfile':{'type':'X'}}",
        "'image':'i','securityContext':{'seccompProfile':{'type':'Localhost'}}",
        "'image':'i','securityContext':{'seccompProfile':{}}",
        "'image':'i','restartPolicy':'Sometimes'",
        "'image':'i','resizePolicy':[{'resourceName':'cpu','restartPolicy':'X'}]",
        "'image':'i','terminationMessagePolicy':'X','imagePullPolicy':'Y'",
        "'image':'i','command':'x'",
        "'image':'i','workingDir':5")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c'," + rest + "}]}}");
    }
    return script;
  }

  private static ConformanceScript pods() {
    ConformanceScript script = new ConformanceScript("9", "wrong pods").inNamespace();
    String node = "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':";
    String preferred =
        "'affinity':{'nodeAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':";
    String pod = "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':";
    String weighted =
        "'affinity':{'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':";
    for (String rest : List.of(
        "'activeDeadlineSeconds':0",
        "'activeDeadlineSeconds':-5",
        "'nodeName':'Bad Name'",
        "'serviceAccountName':'Bad_Name'",
        "'schedulerName':'Bad Name'",
        "'hostname':'Bad_Host'",
        "'hostname':'a.b'",
        "'subdomain':'Bad_Host'",
        "'dnsPolicy':'None'",
        "'dnsConfig':{'nameservers':['x']}",
        "'dnsConfig':{'searches':['Bad Name']}",
        "'dnsConfig':{'options':[{'value':'1'}]}",
        "'hostAliases':[{'ip':'x','hostnames':['a','Bad_']}]",
        "'nodeSelector':{'bad key':'v'}",
        "'nodeSelector':{'k':'bad value'}",
        "'tolerations':[{'key':'a','operator':'Is'}]",
        "'tolerations':[{'key':'a','operator':'Exists','value':'x'}]",
        "'tolerations':[{'key':'a','value':'bad value'}]",
        "'tolerations':[{'key':'a','operator':'Exists','effect':'Never'}]",
        "'tolerations':[{'key':'a','operator':'Exists','effect':'NoSchedule','tolerationSeconds':5}]",
        "'tolerations':[{'key':'bad key','operator':'Exists'}]",
        "'tolerations':[{}]",
        node + "{}}}",
        node + "{'nodeSelectorTerms':[]}}}",
        node + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'In'}]}]}}}",
        node
            + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'Exists','values':['x']}]}]}}}",
        node
            + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'Is','values':['x']}]}]}}}",
        node
            + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'Gt','values':['x','y']}]}]}}}",
        node
            + "{'nodeSelectorTerms':[{'matchFields':[{'key':'a','operator':'In','values':['x','y']}]}]}}}",
        preferred
            + "[{'weight':0,'preference':{'matchExpressions':[{'key':'a','operator':'Exists'}]}}]}}",
        pod + "[{}]}}",
        pod
            + "[{'topologyKey':'bad key','labelSelector':{'matchLabels':{'bad key':'bad value'}}}]}}",
        pod
            + "[{'topologyKey':'k','labelSelector':{'matchExpressions':[{'key':'a','operator':'Is'}]}}]}}",
        weighted + "[{'weight':101,'podAffinityTerm':{'topologyKey':'k'}}]}}",
        "'topologySpreadConstraints':[{}]",
        "'topologySpreadConstraints':[{'maxSkew':0,'topologyKey':'k','whenUnsatisfiable':'Maybe'}]",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'k','whenUnsatisfiable':'DoNotSchedule'},"
            + "{'maxSkew':1,'topologyKey':'k','whenUnsatisfiable':'DoNotSchedule'}]",
        "'readinessGates':[{'conditionType':'bad type'}]",
        "'securityContext':{'runAsUser':-1,'runAsGroup':-2,'fsGroup':-3,'supplementalGroups':[-4]}",
        "'securityContext':{'fsGroupChangePolicy':'X'}",
        "'securityContext':{'seccompProfile':{'type':'X'}}",
        "'securityContext':{'sysctls':[{'name':'bad name','value':'1'}]}",
        "'securityContext':{'sysctls':[{'value':'1'}]}",
        "'hostPID':true,'shareProcessNamespace':true",
        "'hostNetwork':true,'containers':[{'name':'c','image':'i','ports':[{'containerPort':80,'hostPort':81}]}]",
        "'restartPolicy':'always'",
        "'restartPolicy':''",
        "'os':{'name':'plan9'}",
        "'os':{}",
        "'schedulingGates':[{'name':'bad name'}]",
        "'schedulingGates':[{'name':'a'},{'name':'a'}]",
        "'schedulingGates':[{'name':'a'}],'nodeName':'n'",
        "'initContainers':[{'name':'i','image':'i','readinessProbe':{'tcpSocket':{'port':80}}}]",
        "'initContainers':[{'name':'i','image':'i','livenessProbe':{'tcpSocket':{'port':80}},"
            + "'lifecycle':{'preStop':{'exec':{'command':['x']}}}}]",
        "'initContainers':[{'name':'i','image':'i','restartPolicy':'Sometimes'}]",
        "'initContainers':[{'name':'c','image':'i'}]",
        "'initContainers':[{'name':'i'}]",
        "'initContainers':[{'image':'i'},{'name':'I','image':'i'}]",
        "'ephemeralContainers':[{'name':'e','image':'i'}]",
        "'containers':[]",
        "'containers':null",
        "'containers':{}",
        "'containers':'c'",
        "'overhead':{'cpu':'-1'}",
        "'overhead':{'foo':'1'}",
        "'enableServiceLinks':'yes'")) {
      boolean own = rest.contains("'containers'");
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{" + (own ? "" : "'containers':[" + CONTAINER + "],")
              + rest + "}}");
    }
    String spec = ",'spec':{'containers':[" + CONTAINER + "]}}";
    for (String metadata : List.of(
        "{'name':'Bad_Name'}",
        "{'name':'" + "a".repeat(254) + "'}",
        "{}",
        "{'name':'p','namespace':'elsewhere'}",
        "{'name':'p','labels':{'a':'bad value'}}",
        "{'name':'p','labels':{'b':'" + "x".repeat(64) + "'}}",
        "{'name':'p','labels':{'" + "k".repeat(64) + "':'v'}}",
        "{'name':'p','labels':{'a':5}}",
        "{'name':'p','labels':{'Bad_Prefix/a':'v'}}",
        "{'name':'p','annotations':{'a/b/c':'v'}}",
        "{'name':'p','annotations':{'a':true}}")) {
      script.post(script.core("pods?dryRun=All"), "{'metadata':" + metadata + spec);
    }
    return script;
  }

  private static ConformanceScript volumes() {
    ConformanceScript script = new ConformanceScript("9", "wrong volumes").inNamespace();
    for (String source : List.of(
        "'emptyDir':{},'configMap':{'name':'c'}",
        "'emptyDir':{},'configMap':{'name':'c'},'secret':{'secretName':'s'}",
        "'configMap':{}",
        "'configMap':{'name':'c','items':[{'key':'k'}]}",
        "'configMap':{'name':'c','items':[{'key':'k','path':'/abs'}]}",
        "'configMap':{'name':'c','items':[{'key':'k','path':'a/../b'}]}",
        "'configMap':{'name':'c','defaultMode':1000}",
        "'configMap':{'name':'c','items':[{'path':'p','mode':-1}]}",
        "'secret':{}",
        "'secret':{'secretName':'s','defaultMode':512}",
        "'secret':{'secretName':'s','items':[{'key':'k','path':'..x'}]}",
        "'secret':{'name':'s'}",
        "'hostPath':{}",
        "'hostPath':{'path':'/a/../b'}",
        "'hostPath':{'path':'/a','type':'X'}",
        "'persistentVolumeClaim':{}",
        "'persistentVolumeClaim':{'claimName':'Bad_Name'}",
        "'emptyDir':{'sizeLimit':'-1'}",
        "'emptyDir':{'medium':'Paper'}",
        "'nfs':{}",
        "'nfs':{'server':'s','path':'rel'}",
        "'downwardAPI':{'items':[{}]}",
        "'downwardAPI':{'items':[{'path':'p','fieldRef':{'fieldPath':'spec.nodeName'}}]}",
        "'downwardAPI':{'items':[{'path':'p','fieldRef':{'fieldPath':'metadata.labels'},"
            + "'resourceFieldRef':{'resource':'limits.cpu'}}]}",
        "'projected':{'sources':[{'configMap':{}}]}",
        "'projected':{'sources':[{'secret':{'name':'a'},'configMap':{'name':'b'}}]}",
        "'csi':{}",
        "'ephemeral':{}",
        "'iscsi':{}")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[" + CONTAINER
              + "],'volumes':[{'name':'v'," + source + "}]}}");
    }
    for (String mount : List.of(
        "{'name':'v'}",
        "{'name':'w','mountPath':'/v'}",
        "{'name':'v','mountPath':'a:b'}",
        "{'name':'v','mountPath':'rel'}",
        "{'name':'v','mountPath':'/v','subPath':'/abs'}",
        "{'name':'v','mountPath':'/v','subPath':'a/../b'}",
        "{'name':'v','mountPath':'/v','subPath':'a','subPathExpr':'b'}",
        "{'name':'v','mountPath':'/v'},{'name':'v','mountPath':'/v'}",
        "{'name':'v','mountPath':'/v','mountPropagation':'X'}",
        "{'name':'v','mountPath':'/v','mountPropagation':'Bidirectional'}",
        "{'mountPath':'/v'}")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i','volumeMounts':["
              + mount + "]}],'volumes':[{'name':'v','emptyDir':{}}]}}");
    }
    for (String volume : List.of(
        "{'name':'Bad_Name','emptyDir':{}}",
        "{'name':'v','emptyDir':{}},{'name':'v','configMap':{}}",
        "{'emptyDir':{}}",
        "{}")) {
      script.post(
          script.core("pods?dryRun=All"),
          "{'metadata':{'name':'p'},'spec':{'containers':[" + CONTAINER + "],'volumes':[" + volume
              + "]}}");
    }
    return script;
  }
}
