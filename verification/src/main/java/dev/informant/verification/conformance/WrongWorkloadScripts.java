package dev.informant.verification.conformance;

import java.util.List;

/** §9: deployments, jobs and their like with the mistakes that people make. */
final class WrongWorkloadScripts {
  private static final String CONTAINER = "{'name':'c','image':'i'}";
  private static final String NEVER =
      "'template':{'spec':{'restartPolicy':'Never','containers':[" + CONTAINER + "]}}";
  private static final String APP =
      "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':"
          + "{'containers':[" + CONTAINER + "]}}";

  private WrongWorkloadScripts() {}

  static List<ConformanceScript> all() {
    return List.of(workloads(), jobs());
  }

  private static ConformanceScript workloads() {
    ConformanceScript script = new ConformanceScript("9", "wrong workloads").inNamespace();
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

  private static ConformanceScript jobs() {
    ConformanceScript script = new ConformanceScript("9", "wrong jobs").inNamespace();
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
}
