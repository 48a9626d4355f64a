package dev.informant.verification.conformance;

import java.util.ArrayList;
import java.util.List;

/** §3.3 and §4: watches. */
final class WatchScripts {
  private WatchScripts() {}

  static List<ConformanceScript> all() {
    List<ConformanceScript> scripts = new ArrayList<>();
    scripts.add(refused());
    scripts.add(served());
    scripts.add(changes());
    scripts.add(selectors());
    scripts.add(bookmarks());
    scripts.add(otherBookmarks());
    scripts.add(forms());
    scripts.add(initial());
    return scripts;
  }

  private static ConformanceScript refused() {
    ConformanceScript script = new ConformanceScript("3.3", "refused").inNamespace();
    String path = script.core("configmaps?watch=1&timeoutSeconds=1");
    for (String query : List.of(
        "&resourceVersion=abc",
        "&resourceVersion=-1",
        "&resourceVersionMatch=Exact",
        "&resourceVersionMatch=NotOlderThan",
        "&resourceVersionMatch=NotOlderThan&resourceVersion=1",
        "&resourceVersionMatch=Other",
        "&sendInitialEvents=true",
        "&sendInitialEvents=false",
        "&sendInitialEvents=true&resourceVersionMatch=Exact",
        "&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1",
        "&sendInitialEvents=false&resourceVersionMatch=Exact",
        "&sendInitialEvents=true&resourceVersionMatch=Other",
        "&sendInitialEvents=true&resourceVersion=1",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=abc",
        "&fieldSelector=unknown%3D1",
        "&labelSelector=%3D",
        "&continue=abc",
        "&limit=1",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=999999999")) {
      script.open("w" + query, path + query).finish("w" + query);
    }
    return script;
  }

  private static ConformanceScript served() {
    ConformanceScript script = new ConformanceScript("3.3", "served").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(script.core("configmaps"), "{'metadata':{'name':'b'}}");
    script.mergePatch(script.core("configmaps/b"), "{'data':{'k':'v'}}");
    for (String version : List.of("", "0", "${rv}")) {
      for (String initial : List.of(
          "",
          "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
          "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan")) {
        for (String bookmarks : List.of("", "&allowWatchBookmarks=true")) {
          script.watch(script.core("configmaps?resourceVersion=" + version + initial + bookmarks));
        }
      }
    }
    script.watch(script.core("configmaps?resourceVersion=999999999"));
    script.watch("/api/v1/namespaces/nowhere/configmaps");
    script.watch(script.group("events.k8s.io/v1", "events?allowWatchBookmarks=true"));
    return script;
  }

  private static ConformanceScript changes() {
    ConformanceScript script = new ConformanceScript("4", "changes").inNamespace();
    String path = script.core("configmaps");
    script.capture("rv", "/metadata/resourceVersion").get(path);
    script.open("w", path + "?watch=1&resourceVersion=${rv}");
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}").take("w", 1);
    script.mergePatch(path + "/a", "{'data':{'k':'2'}}").take("w", 1);
    script.mergePatch(path + "/a", "{'data':{'k':'2'}}");
    script.put(path + "/a", "{'metadata':{'name':'a'},'data':{'k':'2'}}");
    script.mergePatch(path + "/a", "{'metadata':{'labels':{'x':'y'}}}").take("w", 1);
    script.delete(path + "/a").take("w", 1);
    script
        .post(path, "{'metadata':{'name':'f','finalizers':['example.com/f']}}")
        .take("w", 1);
    script.delete(path + "/f").take("w", 1);
    script.delete(path + "/f");
    script.mergePatch(path + "/f", "{'metadata':{'finalizers':null}}").take("w", 1);
    script.get(path + "/f");
    script.post(path, "{'metadata':{'name':'last'}}").take("w", 1);
    script.watch(path + "?resourceVersion=${rv}");
    return script;
  }

  private static ConformanceScript selectors() {
    ConformanceScript script = new ConformanceScript("4", "selectors").inNamespace();
    String path = script.core("configmaps");
    script.capture("rv", "/metadata/resourceVersion").get(path);
    script.open("w", path + "?watch=1&resourceVersion=${rv}&labelSelector=x%3D1");
    script.post(path, "{'metadata':{'name':'out','labels':{'x':'2'}}}");
    script
        .post(path, "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}")
        .take("w", 1);
    script.mergePatch(path + "/a", "{'data':{'k':'2'}}").take("w", 1);
    script
        .mergePatch(path + "/a", "{'metadata':{'labels':{'x':'2'}},'data':{'k':'3'}}")
        .take("w", 1);
    script.mergePatch(path + "/a", "{'data':{'k':'4'}}");
    script.mergePatch(path + "/a", "{'metadata':{'labels':{'x':'1'}}}").take("w", 1);
    script.delete(path + "/out");
    script.delete(path + "/a").take("w", 1);
    script.watch(path + "?resourceVersion=${rv}&fieldSelector=metadata.name%3Da");
    script.watch(path + "?resourceVersion=${rv}&labelSelector=x%3D2");
    String pods = script.core("pods");
    script.open("p", pods + "?watch=1&resourceVersion=${rv}&fieldSelector=spec.nodeName%3Dn1");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    script
        .post(pods + "/p/binding", "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n1'}}")
        .take("p", 1);
    script.delete(pods + "/p?gracePeriodSeconds=0").take("p", 1);
    return script;
  }

  private static ConformanceScript bookmarks() {
    ConformanceScript script = new ConformanceScript("4", "bookmarks").inNamespace();
    for (String path : List.of(
        script.core("pods"),
        script.core("services"),
        script.core("secrets"),
        script.core("events"),
        script.core("persistentvolumeclaims"),
        script.group("apps/v1", "deployments"),
        script.group("apps/v1", "statefulsets"),
        script.group("apps/v1", "daemonsets"),
        script.group("apps/v1", "replicasets"),
        script.group("batch/v1", "jobs"),
        script.group("batch/v1", "cronjobs"),
        script.group("coordination.k8s.io/v1", "leases"),
        script.group("networking.k8s.io/v1", "ingresses"),
        script.group("networking.k8s.io/v1", "networkpolicies"),
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        script.group("policy/v1", "poddisruptionbudgets"),
        script.group("discovery.k8s.io/v1", "endpointslices"),
        script.group("rbac.authorization.k8s.io/v1", "roles"),
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")) {
      script.open(path, path + "?watch=1&allowWatchBookmarks=true").take(path, 1);
    }
    return script;
  }

  private static ConformanceScript otherBookmarks() {
    ConformanceScript script = new ConformanceScript("4", "other-bookmarks").inNamespace();
    for (String path : List.of(
        script.core("configmaps"),
        script.core("endpoints"),
        script.core("limitranges"),
        script.core("podtemplates"),
        script.core("replicationcontrollers"),
        script.core("resourcequotas"),
        script.core("serviceaccounts"),
        script.group("apps/v1", "controllerrevisions"),
        script.group("autoscaling/v1", "horizontalpodautoscalers"),
        script.group("events.k8s.io/v1", "events"),
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        script.group("resource.k8s.io/v1", "resourceclaims"),
        script.group("resource.k8s.io/v1", "resourceclaimtemplates"),
        script.group("storage.k8s.io/v1", "csistoragecapacities"),
        "/api/v1/namespaces",
        "/api/v1/nodes",
        "/api/v1/persistentvolumes",
        "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
        "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
        "/apis/networking.k8s.io/v1/ingressclasses",
        "/apis/networking.k8s.io/v1/ipaddresses",
        "/apis/networking.k8s.io/v1/servicecidrs",
        "/apis/node.k8s.io/v1/runtimeclasses",
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "/apis/resource.k8s.io/v1/deviceclasses",
        "/apis/resource.k8s.io/v1/resourceslices",
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "/apis/storage.k8s.io/v1/csidrivers",
        "/apis/storage.k8s.io/v1/csinodes",
        "/apis/storage.k8s.io/v1/storageclasses",
        "/apis/storage.k8s.io/v1/volumeattachments")) {
      String nothing = "?watch=1&allowWatchBookmarks=true&labelSelector=no%3Dsuch";
      script.open(path, path + nothing).take(path, 1);
    }
    return script;
  }

  private static ConformanceScript forms() {
    ConformanceScript script = new ConformanceScript("4", "forms").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    for (String accept : List.of(
        "application/json;stream=watch",
        "application/yaml",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        "application/json;as=Table;g=meta.k8s.io;v=v1",
        "application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf;stream=watch",
        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
        "text/html",
        "*/*")) {
      script.with("Accept", accept).watch(path + "?allowWatchBookmarks=true");
    }
    script.with("Accept-Encoding", "gzip").watch(path + "?allowWatchBookmarks=true");
    script
        .with("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1")
        .open("t", path + "?watch=1&includeObject=Object");
    script.take("t", 1);
    script.mergePatch(path + "/a", "{'data':{'k':'2'}}").take("t", 1);
    return script;
  }

  private static ConformanceScript initial() {
    ConformanceScript script = new ConformanceScript("16", "initial events").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'b'}}").post(path, "{'metadata':{'name':'a'}}");
    script.open(
        "w",
        path
            + "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
    script.take("w", 3);
    script.mergePatch(path + "/a", "{'data':{'k':'2'}}").take("w", 1);
    script.open("one", path + "?fieldSelector=metadata.name%3Da&resourceVersion=0&watch=true");
    script.take("one", 1);
    script.delete(path + "/a").take("one", 1).take("w", 1);
    return script;
  }
}
