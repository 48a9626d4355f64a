package dev.informant.verification.conformance;

import java.util.List;

/** §9 and §10: objects that are new, or going already. */
final class LifeScripts {
  private static final String SUCH = "'containers':[{'name':'c','image':'i'}]";

  private LifeScripts() {}

  static List<ConformanceScript> all() {
    return List.of(
        versionsOfNew(), triedOnPods(), namespaces(), lateFinalizers(), lastFinalizer(), jobs());
  }

  private static ConformanceScript versionsOfNew() {
    ConformanceScript script = new ConformanceScript("9", "versions of new").inNamespace();
    String path = script.core("configmaps");
    int number = 0;
    for (String version : List.of("0", "00", "abc", "-1", " ", "5")) {
      String name = "r" + number++;
      script.post(path, versioned(name, version));
      script.get(path + "/" + name);
    }
    script.post(path, "{'metadata':{'name':'q','resourceVersion':'5','labels':{'a':'!!'}}}");
    script.post(path, versioned("Q", "5"));
    script.post("/api/v1/namespaces/there-is-none/configmaps", versioned("q", "5"));
    script.post(path, versioned("r0", "5"));
    script.post(path, versioned("r0", "abc"));
    script.post(path + "?dryRun=All", versioned("tried", "5"));
    return script;
  }

  private static String versioned(String name, String version) {
    return "{'metadata':{'name':'" + name + "','resourceVersion':'" + version + "'}}";
  }

  private static ConformanceScript triedOnPods() {
    ConformanceScript script = new ConformanceScript("10", "tried on pods").inNamespace();
    String pods = script.core("pods");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{" + SUCH + "}}");
    script.delete(pods + "/p?dryRun=All");
    script.get(pods + "/p");
    script.post(pods, "{'metadata':{'name':'q'},'spec':{'nodeName':'n'," + SUCH + "}}");
    script.delete(pods + "/q?dryRun=All&gracePeriodSeconds=0");
    script.delete(pods + "/q?dryRun=All");
    script.get(pods + "/q");
    return script;
  }

  private static ConformanceScript namespaces() {
    ConformanceScript script = new ConformanceScript("10", "namespaces twice");
    String path = "/api/v1/namespaces/";
    script.post(
        "/api/v1/namespaces", "{'metadata':{'name':'going-twice','finalizers':['example.com/f']}}");
    script.put(
        path + "going-twice/finalize",
        "{'metadata':{'name':'going-twice'},'spec':{'finalizers':['bad']}}");
    script.delete(path + "going-twice");
    script.post(path + "going-twice/configmaps", "{'metadata':{'generateName':'b-'}}");
    script.delete(path + "going-twice", "{'propagationPolicy':'Foreground'}");
    script.put(
        path + "going-twice/finalize",
        "{'metadata':{'name':'going-twice','finalizers':['example.com/f']},'spec':{'finalizers':[]}}");
    script.delete(path + "going-twice");
    script.delete(path + "going-twice", "{'propagationPolicy':'Foreground'}");
    script.mergePatch(path + "going-twice", "{'metadata':{'finalizers':null}}");
    script.get(path + "going-twice");
    script.post("/api/v1/namespaces", "{'metadata':{'name':'not-held'}}");
    script.put(
        path + "not-held/finalize", "{'metadata':{'name':'not-held'},'spec':{'finalizers':[]}}");
    script.delete(path + "not-held");
    script.get(path + "not-held");
    script.delete(path + "not-held");
    script.get(path + "not-held");
    return script;
  }

  private static ConformanceScript lateFinalizers() {
    ConformanceScript script = new ConformanceScript("10", "late finalizers");
    String attachments = "/apis/storage.k8s.io/v1/volumeattachments";
    String levels = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations";
    script.post(
        attachments,
        "{'metadata':{'name':'late','finalizers':['example.com/f']},'spec':{'attacher':'a',"
            + "'nodeName':'n','source':{'persistentVolumeName':'v'}}}");
    script.post(
        levels,
        "{'metadata':{'name':'late','finalizers':['example.com/f']},'spec':{'type':'Limited',"
            + "'limited':{'limitResponse':{'type':'Reject'}}}}");
    for (String path : List.of(attachments, levels)) {
      script.delete(path + "/late");
      script.mergePatch(
          path + "/late", "{'metadata':{'finalizers':['example.com/f','example.com/g']}}");
      script.mergePatch(path + "/late", "{'metadata':{'finalizers':null}}");
    }
    return script;
  }

  private static ConformanceScript lastFinalizer() {
    ConformanceScript script = new ConformanceScript("10", "last finalizer").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}");
    script
        .capture("rv", "/metadata/resourceVersion")
        .delete(path + "/a", "{'propagationPolicy':'Orphan'}");
    script.delete(
        path + "/a",
        "{'propagationPolicy':'Background','preconditions':{'resourceVersion':'${rv}'}}");
    script.get(path + "/a");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(path, "{'metadata':{'name':'b','finalizers':['orphan']}}");
    script.delete(
        path + "/b",
        "{'propagationPolicy':'Background','preconditions':{'resourceVersion':'${rv}'}}");
    script.get(path + "/b");
    return script;
  }

  private static ConformanceScript jobs() {
    ConformanceScript script = new ConformanceScript("9", "labels of jobs").inNamespace();
    String jobs = script.group("batch/v1", "jobs");
    script.post(
        jobs,
        "{'metadata':{'name':'j','labels':{'x':'y'}},'spec':{'template':{'metadata':{'labels':"
            + "{'a':'b'}},'spec':{'restartPolicy':'Never'," + SUCH + "}}}}");
    script.mergePatch(jobs + "/j", "{'metadata':{'labels':null}}");
    script.mergePatch(jobs + "/j", "{'metadata':{'labels':{'z':'1'}}}");
    return script;
  }
}
