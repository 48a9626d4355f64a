package dev.informant.verification.conformance;

import java.util.List;

/** §9 and §10: options that are empty or there twice, deletes after a delete, metadata beside a status. */
final class OptionScripts {
  private static final String SUCH = "'containers':[{'name':'c','image':'i'}]";

  private OptionScripts() {}

  static List<ConformanceScript> all() {
    return List.of(
        laterDeletes(),
        deletedEvents(),
        dryRuns(),
        statusMetadata(),
        emptyOptions(),
        versionsOfParts(),
        versionsOfCollections());
  }

  private static ConformanceScript laterDeletes() {
    ConformanceScript script = new ConformanceScript("10", "later policies").inNamespace();
    String pods = script.core("pods");
    script.open("w", pods + "?watch=1");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.delete(pods + "/p");
    script.delete(pods + "/p", "{'propagationPolicy':'Foreground'}");
    script.delete(pods + "/p", "{'propagationPolicy':'Foreground','dryRun':['All']}");
    script.delete(pods + "/p", "{'propagationPolicy':'Orphan','gracePeriodSeconds':60}");
    script.delete(pods + "/p", "{'propagationPolicy':'Orphan','gracePeriodSeconds':5}");
    script.delete(pods + "/p", "{'propagationPolicy':'Background'}");
    script.delete(pods + "/p", "{'gracePeriodSeconds':0}");
    script.get(pods + "/p");
    script.delete(pods + "/p", "{'propagationPolicy':'Background'}");
    script.take("w", 5);
    return script;
  }

  private static ConformanceScript deletedEvents() {
    ConformanceScript script = new ConformanceScript("10", "events").inNamespace();
    String about = "'involvedObject':{'namespace':'" + script.namespace() + "'}";
    String events = script.core("events");
    for (String options : List.of(
        "{'propagationPolicy':'Foreground'}",
        "{'propagationPolicy':'Orphan'}",
        "{'orphanDependents':true}",
        "{}")) {
      script.post(events, "{'metadata':{'name':'e','finalizers':['orphan']}," + about + "}");
      script.delete(events + "/e", options);
      script.get(events + "/e");
    }
    script.post(
        events,
        "{'metadata':{'name':'f','finalizers':['foregroundDeletion','example.com/f']}," + about
            + "}");
    script.delete(events + "/f", "{'propagationPolicy':'Foreground'}");
    script.get(events + "/f");
    return script;
  }

  private static ConformanceScript dryRuns() {
    ConformanceScript script = new ConformanceScript("9", "values of dry runs").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    for (String query : List.of(
        "dryRun=", "dryRun=All&dryRun=Bad", "dryRun=Bad&dryRun=All", "dryRun=All&dryRun=All")) {
      script.post(path + "?" + query, "{'metadata':{'name':'b'}}");
      script.put(path + "/a?" + query, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
      script.mergePatch(path + "/a?" + query, "{'data':{'k':'1'}}");
      script.delete(path + "/a?" + query);
      script.delete(path + "?" + query);
    }
    script.delete(path + "/a", "{'dryRun':['']}");
    script.delete(path + "/a", "{'dryRun':['All','Bad']}");
    script.delete(path + "/a", "{'dryRun':[]}");
    script.get(path);
    return script;
  }

  private static ConformanceScript statusMetadata() {
    ConformanceScript script = new ConformanceScript("9", "metadata of statuses").inNamespace();
    String claims = script.group("resource.k8s.io/v1", "resourceclaims");
    String attachments = "/apis/storage.k8s.io/v1/volumeattachments";
    String levels = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations";
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    String pods = script.core("pods");
    script.post(claims, "{'metadata':{'name':'metadata-of'},'spec':{}}");
    script.post(
        attachments,
        "{'metadata':{'name':'metadata-of'},'spec':{'attacher':'a','nodeName':'n',"
            + "'source':{'persistentVolumeName':'v'}}}");
    script.post(
        levels,
        "{'metadata':{'name':'metadata-of'},'spec':{'type':'Limited','limited':{'limitResponse':"
            + "{'type':'Reject'}}}}");
    script.post(
        policies,
        "{'metadata':{'name':'metadata-of'},'spec':{'failurePolicy':'Fail','matchConstraints':{"
            + "'matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{},'resourceRules':[{"
            + "'apiGroups':['nobody.example.com'],'apiVersions':['v1'],'operations':['CREATE'],"
            + "'resources':['nothings'],'scope':'*'}]},'validations':[{'expression':'true'}]}}");
    script.post(pods, "{'metadata':{'name':'metadata-of'},'spec':{" + SUCH + "}}");
    String change =
        "{'metadata':{'labels':{'l':'1'},'annotations':{'a':'1'},'finalizers':['example.com/f'],"
            + "'ownerReferences':[{'apiVersion':'v1','kind':'ConfigMap','name':'x','uid':'u'}]}}";
    for (String object : List.of(
        claims + "/metadata-of",
        attachments + "/metadata-of",
        levels + "/metadata-of",
        policies + "/metadata-of",
        pods + "/metadata-of")) {
      script.mergePatch(object + "/status?dryRun=All", change);
    }
    for (String object :
        List.of(attachments + "/metadata-of", levels + "/metadata-of", policies + "/metadata-of")) {
      script.delete(object);
    }
    return script;
  }

  private static ConformanceScript emptyOptions() {
    ConformanceScript script = new ConformanceScript("9", "empty options").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    for (String query : List.of("limit=", "timeoutSeconds=", "limit=&timeoutSeconds=x")) {
      script.get(path + "?" + query);
    }
    script.get(path + "?watch=1&timeoutSeconds=");
    for (String query : List.of("gracePeriodSeconds=", "propagationPolicy=")) {
      script.delete(path + "/a?" + query);
      script.delete(path + "?" + query);
    }
    script.delete(path + "/a", "{'propagationPolicy':''}");
    script.delete(path + "/a", "{'propagationPolicy':'','orphanDependents':false}");
    script.delete(path + "?limit=");
    for (String manager : List.of("%01", "a%01b", "a%C3%A9", "a%E2%80%8B", "%00%01", "x%7F")) {
      script.post(path + "?dryRun=All&fieldManager=" + manager, "{'metadata':{'name':'b'}}");
    }
    script.put(path + "/a?fieldManager=%01", "{'metadata':{'name':'a'}}");
    script.mergePatch(path + "/a?fieldManager=%0A", "{}");
    String token = path + "?limit=1&continue=nonsense";
    script.get(token + "&resourceVersion=1");
    script.get(token + "&resourceVersion=abc");
    script.get(token + "&resourceVersion=0");
    script.get(path + "?resourceVersion=00&resourceVersionMatch=Exact");
    script.get(path + "?resourceVersion=00&resourceVersionMatch=NotOlderThan");
    script.get(path + "/a?resourceVersion=00");
    return script;
  }

  private static ConformanceScript versionsOfParts() {
    ConformanceScript script = new ConformanceScript("3.1", "parts").inNamespace();
    String path = script.group("apps/v1", "deployments");
    script.post(
        path,
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{"
            + "'metadata':{'labels':{'a':'b'}},'spec':{" + SUCH + "}}}}");
    for (String part : List.of("status", "scale")) {
      script.get(path + "/d/" + part + "?resourceVersion=abc");
      script.get(path + "/d/" + part + "?resourceVersion=0");
      script.get(path + "/none/" + part + "?resourceVersion=0");
      script.get(path + "/d/" + part + "?resourceVersion=99999999");
    }
    return script;
  }

  private static ConformanceScript versionsOfCollections() {
    ConformanceScript script = new ConformanceScript("10", "versions of collections");
    script.capture("before", "/metadata/resourceVersion").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    script.delete(path + "?resourceVersion=abc");
    script.delete(path + "?resourceVersion=${before}");
    script.delete(path, "{'kind':'Foo'}");
    script.delete(path + "/a", "{'kind':'Foo'}");
    script.delete(path + "/a", "{'kind':'Foo','apiVersion':'v1'}");
    script.delete(path, "{'kind':'Foo','apiVersion':'v1'}");
    script.get(path);
    return script;
  }
}
