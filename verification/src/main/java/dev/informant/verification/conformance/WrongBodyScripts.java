package dev.informant.verification.conformance;

import java.util.List;

/** §9: bodies of the most used kinds with the mistakes that people make. */
final class WrongBodyScripts {
  private static final String CONTAINER = "{'name':'c','image':'i'}";
  private static final String NEVER =
      "'template':{'spec':{'restartPolicy':'Never','containers':[" + CONTAINER + "]}}";
  private static final String APP =
      "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':"
          + "{'containers':[" + CONTAINER + "]}}";

  private WrongBodyScripts() {}

  static List<Script> all() {
    return List.of(
        containers(), pods(), volumes(), workloads(), jobs(), services(), data(), ingresses());
  }

  private static Script containers() {
    Script script = new Script("9", "wrong containers").inNamespace();
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

  private static Script pods() {
    Script script = new Script("9", "wrong pods").inNamespace();
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

  private static Script volumes() {
    Script script = new Script("9", "wrong volumes").inNamespace();
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

  private static Script workloads() {
    Script script = new Script("9", "wrong workloads").inNamespace();
    String deployments = script.group("apps/v1", "deployments?dryRun=All");
    for (String rest : List.of(
        "'strategy':{'type':'X'}",
        "'strategy':{'type':'Recreate','rollingUpdate':{'maxSurge':1}}",
        "'strategy':{'rollingUpdate':{'maxSurge':0,'maxUnavailable':0}}",
        "'strategy':{'rollingUpdate':{'maxSurge':'10'}}",
        "'strategy':{'rollingUpdate':{'maxSurge':'x%'}}",
        "'strategy':{'rollingUpdate':{'maxUnavailable':'150%'}}",
        "'strategy':{'rollingUpdate':{'maxSurge':-1,'maxUnavailable':-2}}",
        "'strategy':{'rollingUpdate':{'maxSurge':'0%','maxUnavailable':'0%'}}",
        "'strategy':{'rollingUpdate':{'maxSurge':1.5}}",
        "'minReadySeconds':600",
        "'progressDeadlineSeconds':0",
        "'revisionHistoryLimit':-1",
        "'replicas':'3'",
        "'replicas':-1,'minReadySeconds':-1,'revisionHistoryLimit':-1,'progressDeadlineSeconds':-1",
        "'paused':'yes'")) {
      script.post(deployments, "{'metadata':{'name':'d'},'spec':{" + APP + "," + rest + "}}");
    }
    String template = APP.substring(APP.indexOf("'template'"));
    for (String plural : List.of("deployments", "statefulsets", "daemonsets", "replicasets")) {
      String path = script.group("apps/v1", plural + "?dryRun=All");
      for (String spec : List.of(
          template,
          "'selector':{'matchLabels':{'a':'b'}}",
          "",
          "'selector':{'matchLabels':{'bad key':'bad value'}}," + template,
          "'selector':{'matchLabels':{'a':'bad value'}}," + template,
          "'selector':{'matchExpressions':[{'key':'a','operator':'Is','values':['b']}]},"
              + template,
          "'selector':{'matchExpressions':[{'key':'a','operator':'In'}]}," + template,
          "'selector':{'matchExpressions':[{'key':'a','operator':'Exists','values':['b']}]},"
              + template,
          "'selector':{'matchExpressions':[{'operator':'Exists'}]}," + template,
          "'selector':{'a':'b'}," + template,
          APP.replace("'labels':{'a':'b'}", "'labels':{'a':'b','bad key':'bad value'}"),
          APP.replace("'metadata':{'labels':{'a':'b'}},", ""),
          APP.replace("'labels':{'a':'b'}", "'annotations':{'bad key':'v'},'labels':{'a':'b'}"),
          APP.replace("'containers'", "'activeDeadlineSeconds':5,'containers'"),
          APP.replace("'containers'", "'restartPolicy':'OnFailure','containers'"),
          APP.replace("'containers'", "'restartPolicy':'Sometimes','containers'"),
          APP.replace(CONTAINER, ""),
          APP.replace(CONTAINER, "{'name':'c','image':'i','livenessProbe':{}}"),
          APP.replace(
              "'containers'", "'ephemeralContainers':[{'name':'e','image':'i'}],'containers'"))) {
        script.post(path, "{'metadata':{'name':'d'},'spec':{" + spec + "}}");
      }
      script.post(path, "{'metadata':{'name':'Bad_Name'},'spec':{" + APP + "}}");
      if (plural.equals("statefulsets") || plural.equals("daemonsets")) {
        script.post(path, "{'metadata':{'name':'a.b'},'spec':{" + APP + "}}");
      }
      script.post(path, "{'metadata':{'name':'d'}}");
    }
    String sets = script.group("apps/v1", "statefulsets?dryRun=All");
    String claim = "{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce']";
    for (String rest : List.of(
        "'updateStrategy':{'type':'X'}",
        "'updateStrategy':{'type':'OnDelete','rollingUpdate':{'partition':1}}",
        "'updateStrategy':{'rollingUpdate':{'partition':-1}}",
        "'ordinals':{'start':-1}",
        "'persistentVolumeClaimRetentionPolicy':{'whenDeleted':'X','whenScaled':'Y'}",
        "'podManagementPolicy':'X'",
        "'serviceName':'Bad_Name'",
        "'serviceName':'a.b'",
        "'volumeClaimTemplates':[{}]",
        "'volumeClaimTemplates':[{'metadata':{'name':'v'}}]",
        "'volumeClaimTemplates':[" + claim + "}}]",
        "'volumeClaimTemplates':[" + claim + ",'resources':{'requests':{'storage':'-1'}}}}]",
        "'volumeClaimTemplates':[" + claim + ",'resources':{'requests':{'storage':'0'}}}}]",
        "'volumeClaimTemplates':[" + claim.replace("'v'", "'Bad_Name'")
            + ",'resources':{'requests':{'storage':'1'}}}}]",
        "'volumeClaimTemplates':{}")) {
      script.post(sets, "{'metadata':{'name':'d'},'spec':{" + APP + "," + rest + "}}");
    }
    String daemons = script.group("apps/v1", "daemonsets?dryRun=All");
    for (String rest : List.of(
        "'updateStrategy':{'type':'X'}",
        "'updateStrategy':{'rollingUpdate':{'maxUnavailable':0}}",
        "'updateStrategy':{'rollingUpdate':{'maxUnavailable':1,'maxSurge':1}}",
        "'updateStrategy':{'rollingUpdate':{'maxUnavailable':'200%'}}",
        "'updateStrategy':{'rollingUpdate':{'maxUnavailable':'x'}}",
        "'replicas':3",
        "'minReadySeconds':-1,'revisionHistoryLimit':-1")) {
      script.post(daemons, "{'metadata':{'name':'d'},'spec':{" + APP + "," + rest + "}}");
    }
    return script;
  }

  private static Script jobs() {
    Script script = new Script("9", "wrong jobs").inNamespace();
    String jobs = script.group("batch/v1", "jobs?dryRun=All");
    for (String rest : List.of(
        "'completionMode':'Indexed'",
        "'completionMode':'X'",
        "'selector':{'matchLabels':{'a':'b'}}",
        "'manualSelector':true",
        "'manualSelector':true,'selector':{'matchLabels':{'a':'b'}}",
        "'backoffLimitPerIndex':1",
        "'maxFailedIndexes':1",
        "'completionMode':'Indexed','completions':200000,'parallelism':200000",
        "'completionMode':'Indexed','completions':2,'backoffLimitPerIndex':1,'maxFailedIndexes':3",
        "'ttlSecondsAfterFinished':-1,'activeDeadlineSeconds':-1,'backoffLimit':-1,'completions':-1",
        "'podReplacementPolicy':'X'",
        "'podFailurePolicy':{'rules':[{}]}",
        "'podFailurePolicy':{'rules':[{'action':'X','onExitCodes':{'operator':'Is','values':[5,1]}}]}",
        "'podFailurePolicy':{'rules':[{'action':'FailJob','onExitCodes':{'operator':'In','values':[0,1,1]}}]}",
        "'successPolicy':{'rules':[{'succeededCount':1}]}",
        "'managedBy':'no domain'",
        "'suspend':'yes'")) {
      script.post(jobs, "{'metadata':{'name':'j'},'spec':{" + NEVER + "," + rest + "}}");
    }
    for (String spec : List.of(
        "",
        "'template':{}",
        NEVER.replace("'Never'", "'Sometimes'"),
        NEVER.replace("'Never'", "'Always'"),
        NEVER.replace("'Never'", "''"),
        NEVER.replace("'restartPolicy':'Never',", ""),
        NEVER.replace("'image':'i'", "'image':''"),
        NEVER.replace("'template':{", "'template':{'metadata':{'labels':{'a':'bad value'}},"),
        NEVER.replace("'Never'", "'OnFailure'")
            + ",'podFailurePolicy':{'rules':[{'action':'FailJob','onExitCodes':{'operator':'In','values':[1]}}]}")) {
      script.post(jobs, "{'metadata':{'name':'j'},'spec':{" + spec + "}}");
    }
    script.post(jobs, "{'metadata':{'name':'j'}}");
    String crons = script.group("batch/v1", "cronjobs?dryRun=All");
    String template = "'jobTemplate':{'spec':{" + NEVER + "}}";
    for (String rest : List.of(
        template,
        "'schedule':'* * * * *'",
        "'schedule':'* * * * *','jobTemplate':{}",
        "'schedule':''," + template,
        "'schedule':'* * * *'," + template,
        "'schedule':'* * * * * *'," + template,
        "'schedule':'every day'," + template,
        "'schedule':'* * * * *','timeZone':'Nowhere/City'," + template,
        "'schedule':'* * * * *','timeZone':''," + template,
        "'schedule':'* * * * *','timeZone':'Local'," + template,
        "'schedule':'* * * * *','timeZone':'Europe/Berlin'," + template,
        "'schedule':'* * * * *','timeZone':' UTC'," + template,
        "'schedule':'CRON_TZ=UTC * * * * *','timeZone':'UTC'," + template,
        "'schedule':'* * * * *','startingDeadlineSeconds':-1," + template,
        "'schedule':'* * * * *','concurrencyPolicy':'X'," + template,
        "'schedule':'* * * * *','concurrencyPolicy':''," + template,
        "'schedule':'* * * * *','successfulJobsHistoryLimit':-1,'failedJobsHistoryLimit':-1,"
            + template,
        "'schedule':'* * * * *'," + template.replace("'Never'", "'Always'"),
        "'schedule':'* * * * *'," + template.replace("'image':'i'", "'image':''"),
        "'schedule':'* * * * *','jobTemplate':{'spec':{'manualSelector':true," + NEVER + "}}",
        "'schedule':'* * * * *','jobTemplate':{'spec':{'selector':{'matchLabels':{'a':'b'}},"
            + NEVER + "}}",
        "'schedule':'* * * * *','jobTemplate':{'metadata':{'labels':{'a':'bad value'}},'spec':{"
            + NEVER + "}}",
        "'schedule':'* * * * *','jobTemplate':{'spec':{'backoffLimit':-1," + NEVER + "}}",
        "'schedule':5," + template)) {
      script.post(crons, "{'metadata':{'name':'j'},'spec':{" + rest + "}}");
    }
    script.post(
        crons,
        "{'metadata':{'name':'" + "a".repeat(53) + "'},'spec':{'schedule':'* * * * *'," + template
            + "}}");
    script.post(crons, "{'metadata':{'name':'j'}}");
    return script;
  }

  private static Script services() {
    Script script = new Script("9", "wrong services").inNamespace();
    String services = script.core("services?dryRun=All");
    String port = "'ports':[{'port':80}]";
    String headless = "'clusterIP':'None'," + port;
    for (String spec : List.of(
        "'type':'X'," + port,
        "'type':'clusterIP'," + port,
        "'type':'ExternalName'",
        "'type':'ExternalName','externalName':'Bad_Name'",
        "'type':'ExternalName','externalName':'10.0.0.1'",
        "'type':'ExternalName','externalName':'x.io','clusterIP':'None'",
        "'type':'ExternalName','externalName':'x.io','clusterIP':'10.0.0.5'",
        "'type':'NodePort'," + headless,
        "'type':'LoadBalancer'," + headless,
        "'clusterIP':'x'," + port,
        "'clusterIP':'None','ports':[{}]",
        "'clusterIP':'None','ports':[{'port':'80'}]",
        "'clusterIP':'None','ports':[{'port':70000,'targetPort':70000}]",
        "'clusterIP':'None','ports':[{'port':80,'targetPort':'Bad_Port'}]",
        "'clusterIP':'None','ports':[{'port':80,'targetPort':'much-too-long-a-name'}]",
        "'clusterIP':'None','ports':[{'port':80,'targetPort':''}]",
        "'clusterIP':'None','ports':[{'port':80,'targetPort':'8080'}]",
        "'clusterIP':'None','ports':[{'port':80,'name':'Bad_Name'}]",
        "'clusterIP':'None','ports':[{'port':80,'name':'a'},{'port':81,'name':'a'}]",
        "'clusterIP':'None','ports':[{'port':80,'name':'a'},{'port':80,'name':'b'}]",
        "'clusterIP':'None','ports':[{'port':80,'name':'a'},{'port':81}]",
        "'clusterIP':'None','ports':[{'port':80,'protocol':'tcp'}]",
        "'clusterIP':'None','ports':[{'port':80,'protocol':'HTTP','targetPort':0}]",
        "'clusterIP':'None','ports':[{'port':80,'appProtocol':'bad protocol'}]",
        "'clusterIP':'None','ports':[{'port':80,'nodePort':30000}]",
        "'ports':[{'port':80,'nodePort':30000}]",
        "'type':'NodePort','ports':[{'port':80,'nodePort':80}]",
        "'type':'NodePort','ports':[{'port':80,'nodePort':30001,'name':'a'},{'port':81,'nodePort':30001,'name':'b'}]",
        "'selector':{'bad key':'v'}," + headless,
        "'selector':{'k':'bad value'}," + headless,
        "'selector':{'matchLabels':{'a':'b'}}," + headless,
        "'externalIPs':['x']," + headless,
        "'externalIPs':['127.0.0.1']," + headless,
        "'externalIPs':['0.0.0.0']," + headless,
        "'externalTrafficPolicy':'Local'," + headless,
        "'externalTrafficPolicy':'X','type':'NodePort'," + port,
        "'internalTrafficPolicy':'X'," + headless,
        "'sessionAffinity':'X'," + headless,
        "'sessionAffinity':'ClientIP','sessionAffinityConfig':{'clientIP':{'timeoutSeconds':90000}},"
            + headless,
        "'sessionAffinity':'ClientIP','sessionAffinityConfig':{'clientIP':{'timeoutSeconds':0}},"
            + headless,
        "'loadBalancerSourceRanges':['10.0.0.0/8']," + headless,
        "'loadBalancerSourceRanges':['x'],'type':'LoadBalancer'," + port,
        "'loadBalancerClass':'x.io/y'," + headless,
        "'loadBalancerClass':'bad class','type':'LoadBalancer'," + port,
        "'allocateLoadBalancerNodePorts':false," + headless,
        "'loadBalancerIP':'x','type':'LoadBalancer'," + port,
        "'healthCheckNodePort':30005," + headless,
        "'ipFamilyPolicy':'X'," + headless,
        "'ipFamilies':['IPv5']," + headless,
        "'ipFamilies':['IPv4','IPv4']," + headless,
        "'publishNotReadyAddresses':'yes'," + headless,
        "'trafficDistribution':'X'," + headless,
        port.replace("[{'port':80}]", "{'port':80}"),
        port.replace("[{'port':80}]", "[80]"))) {
      script.post(services, "{'metadata':{'name':'s'},'spec':{" + spec + "}}");
    }
    for (String name : List.of("1abc", "Bad_Name", "a.b", "a".repeat(64), "-a")) {
      script.post(services, "{'metadata':{'name':'" + name + "'},'spec':{" + headless + "}}");
    }
    script.post(services, "{'metadata':{'name':'s'}}");
    return script;
  }

  private static Script data() {
    Script script = new Script("9", "wrong data").inNamespace();
    String maps = script.core("configmaps?dryRun=All");
    for (String rest : List.of(
        "'data':{'':'x'}",
        "'data':{'.':'x'}",
        "'data':{'..':'x'}",
        "'data':{'a/b':'x','b':'y'}",
        "'data':{'" + "a".repeat(254) + "':'x'}",
        "'data':{'k':5}",
        "'data':{'k':true}",
        "'data':{'k':['x']}",
        "'data':{'k':{'x':'y'}}",
        "'data':['x']",
        "'data':'x'",
        "'binaryData':{'k':'not base64'}",
        "'binaryData':{'a b':'YQ=='}",
        "'data':{'k':'x','j':'y'},'binaryData':{'k':'YQ=='}",
        "'immutable':'true'",
        "'spec':{'a':'b'}")) {
      script.post(maps, "{'metadata':{'name':'c'}," + rest + "}");
    }
    String secrets = script.core("secrets?dryRun=All");
    for (String rest : List.of(
        "'data':{'k':'plain text'}",
        "'data':{'k':'YQ'}",
        "'data':{'k':5}",
        "'data':{'a b':'YQ=='}",
        "'stringData':{'a b':'x'}",
        "'stringData':{'k':5}",
        "'stringData':{'k':'x'},'data':{'k':'YQ=='}",
        "'type':'kubernetes.io/dockerconfigjson'",
        "'type':'kubernetes.io/dockerconfigjson','data':{'.dockerconfigjson':'YQ=='}",
        "'type':'kubernetes.io/dockerconfigjson','stringData':{'.dockerconfigjson':'{}'}",
        "'type':'kubernetes.io/dockerconfigjson','stringData':{'.dockerconfigjson':'[]'}",
        "'type':'kubernetes.io/dockercfg','data':{'.dockercfg':'YQ=='}",
        "'type':'kubernetes.io/dockercfg'",
        "'type':'kubernetes.io/ssh-auth'",
        "'type':'kubernetes.io/ssh-auth','data':{'ssh-privatekey':''}",
        "'type':'kubernetes.io/ssh-auth','data':{'ssh-privatekey':'YQ=='}",
        "'type':'kubernetes.io/tls','data':{'tls.crt':'YQ=='}",
        "'type':'kubernetes.io/basic-auth','data':{'username':''}",
        "'type':'kubernetes.io/service-account-token'",
        "'type':''",
        "'type':5",
        "'type':'bad type'",
        "'type':'bootstrap.kubernetes.io/token'",
        "'immutable':1")) {
      script.post(secrets, "{'metadata':{'name':'s'}," + rest + "}");
    }
    return script;
  }

  private static Script ingresses() {
    Script script = new Script("9", "wrong ingresses").inNamespace();
    String ingresses = script.group("networking.k8s.io/v1", "ingresses?dryRun=All");
    String backend = "'backend':{'service':{'name':'s','port':{'number':80}}}";
    for (String path : List.of(
        "{'path':'/'," + backend + "}",
        "{'path':'/','pathType':'X'," + backend + "}",
        "{'path':'/','pathType':''," + backend + "}",
        "{'path':'x','pathType':'Prefix'," + backend + "}",
        "{'path':'','pathType':'Prefix'," + backend + "}",
        "{'path':'','pathType':'Exact'," + backend + "}",
        "{'path':'x','pathType':'ImplementationSpecific'," + backend + "}",
        "{'path':'','pathType':'ImplementationSpecific'," + backend + "}",
        "{'path':'/a//b','pathType':'Prefix'," + backend + "}",
        "{'path':'/a/../b','pathType':'Exact'," + backend + "}",
        "{'path':'/a/./b/','pathType':'Exact'," + backend + "}",
        "{'path':'/a%2f','pathType':'Exact'," + backend + "}",
        "{'path':'/a/..','pathType':'Prefix'," + backend + "}",
        "{'path':'/','pathType':'Prefix'}",
        "{'path':'/','pathType':'Prefix','backend':{}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s'}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':{}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'Bad_Name','port':{'number':80}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':{'number':70000}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':{'number':-1}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':{'number':80,'name':'http'}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':{'name':'Bad_Port'}}}}",
        "{'path':'/','pathType':'Prefix','backend':{'service':{'name':'s','port':80}}}",
        "{'path':'/','pathType':'Prefix','backend':{'serviceName':'s','servicePort':80}}",
        "{'path':'/','pathType':'Prefix','backend':{'resource':{}}}",
        "{'path':'/','pathType':'Prefix','backend':{'resource':{'kind':'K','name':'n'},"
            + "'service':{'name':'s','port':{'number':80}}}}")) {
      script.post(
          ingresses,
          "{'metadata':{'name':'i'},'spec':{'rules':[{'host':'h.io','http':{'paths':[" + path
              + "]}}]}}");
    }
    String good = "'http':{'paths':[{'path':'/','pathType':'Prefix'," + backend + "}]}";
    for (String spec : List.of(
        "'rules':[{}]",
        "'rules':[{'host':'h.io'}]",
        "'rules':[{'host':'h.io','http':{}}]",
        "'rules':[{'host':'h.io','http':{'paths':[]}}]",
        "'rules':[{'host':'10.0.0.1'," + good + "}]",
        "'rules':[{'host':'Bad_Host'," + good + "}]",
        "'rules':[{'host':'h.io:80'," + good + "}]",
        "'rules':[{'host':'*.h.io'," + good + "}]",
        "'rules':[{'host':'*'," + good + "}]",
        "'rules':[{'host':'*.*.io'," + good + "}]",
        "'rules':[{'host':'http://h.io'," + good + "}]",
        "'tls':[{'hosts':['Bad_Host'],'secretName':'s'}],'rules':[{" + good + "}]",
        "'tls':[{'hosts':['*.h.io','*'],'secretName':'Bad_Name'}],'rules':[{" + good + "}]",
        "'tls':[{'secretName':''}],'rules':[{" + good + "}]",
        "'ingressClassName':'Bad_Name','rules':[{" + good + "}]",
        "'ingressClassName':'','rules':[{" + good + "}]",
        "'defaultBackend':{}",
        "'defaultBackend':{'service':{}}",
        "'defaultBackend':{'service':{'name':'s','port':{'number':'80'}}}",
        "'rules':{" + good + "}")) {
      script.post(ingresses, "{'metadata':{'name':'i'},'spec':{" + spec + "}}");
    }
    script.post(ingresses, "{'metadata':{'name':'i'}}");
    return script;
  }
}
