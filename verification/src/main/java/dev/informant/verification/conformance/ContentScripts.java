package dev.informant.verification.conformance;

import java.util.List;

/** §6 and §7: the forms of an answer. */
final class ContentScripts {
  private static final List<String> FORMS = List.of(
      "",
      "*/*",
      "application/*",
      "application/json",
      "application/yaml",
      "application/vnd.kubernetes.protobuf",
      "application/vnd.kubernetes.protobuf, */*",
      "application/vnd.kubernetes.protobuf,application/json",
      "text/html",
      "text/html;q=0.9,application/json;q=0.1",
      "application/json;q=0.1,application/yaml;q=0.9",
      "application/cbor",
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
      "application/json;as=Table;g=meta.k8s.io;v=v1",
      "application/yaml;as=Table;g=meta.k8s.io;v=v1",
      "application/json;as=Table;g=meta.k8s.io;v=v1beta1",
      "application/json;as=Table;g=meta.k8s.io;v=v9",
      "application/json;as=Table;g=meta.k8s.io;v=v9, application/json",
      "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
      "application/json;as=Unknown;g=meta.k8s.io;v=v1");

  private ContentScripts() {}

  static List<ConformanceScript> all() {
    return List.of(forms(), tables(), gzip(), statuses(), protobuf(), apiServices());
  }

  private static ConformanceScript forms() {
    ConformanceScript script = new ConformanceScript("6", "forms").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'1'}}");
    for (String form : FORMS) {
      script.with("Accept", form).get(path + "/a");
      script.with("Accept", form).get(path);
      script.with("Accept", form).get(path + "/missing");
    }
    script.with("Accept", FORMS.get(12)).post(path, "{'metadata':{'name':'b'},'data':{'k':'1'}}");
    script.with("Accept", "text/html").post(path, "{'metadata':{'name':'c'}}");
    script.with("Accept", FORMS.get(14)).post(path, "{'metadata':{'name':'d'}}");
    script.with("Accept", "application/yaml").delete(path + "/b");
    return script;
  }

  private static ConformanceScript tables() {
    ConformanceScript script = new ConformanceScript("6", "tables").inNamespace();
    String table = "application/json;as=Table;g=meta.k8s.io;v=v1";
    String template =
        "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}";
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','ports':[{'port':80}]}}");
    script.post(script.core("secrets"), "{'metadata':{'name':'s'},'data':{'a':'YQ=='}}");
    script.post(script.core("serviceaccounts"), "{'metadata':{'name':'s'}}");
    script.post(
        script.group("apps/v1", "deployments"),
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + template + "}}");
    script.post(
        script.group("apps/v1", "statefulsets"),
        "{'metadata':{'name':'d'},'spec':{'serviceName':'s','selector':{'matchLabels':{'a':'b'}},'template':"
            + template + "}}");
    script.post(
        script.group("apps/v1", "daemonsets"),
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + template + "}}");
    script.post(
        script.group("apps/v1", "replicasets"),
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + template + "}}");
    script.post(
        script.group("batch/v1", "jobs"),
        "{'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':"
            + "[{'name':'c','image':'i'}]}}}}");
    script.post(
        script.group("coordination.k8s.io/v1", "leases"),
        "{'metadata':{'name':'l'},'spec':{'holderIdentity':'me'}}");
    script.post("/api/v1/nodes", "{'metadata':{'name':'table-node'}}");
    for (String path : List.of(
        script.core("configmaps"),
        script.core("pods"),
        script.core("services"),
        script.core("secrets"),
        script.core("serviceaccounts"),
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
        script.group("autoscaling/v2", "horizontalpodautoscalers"),
        script.group("policy/v1", "poddisruptionbudgets"),
        script.group("discovery.k8s.io/v1", "endpointslices"),
        script.group("rbac.authorization.k8s.io/v1", "roles"),
        "/api/v1/nodes?fieldSelector=metadata.name%3Dtable-node",
        "/api/v1/persistentvolumes",
        "/apis/storage.k8s.io/v1/storageclasses",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?labelSelector=none",
        "/api/v1/namespaces?fieldSelector=metadata.name%3D" + script.namespace())) {
      script.with("Accept", table).get(path);
    }
    for (String include : List.of("None", "Metadata", "Object", "Other")) {
      script.with("Accept", table).get(script.core("secrets?includeObject=" + include));
    }
    script.with("Accept", table).get(script.core("secrets/s"));
    script.with("Accept", table).get(script.core("secrets?limit=1"));
    return script;
  }

  private static ConformanceScript gzip() {
    ConformanceScript script = new ConformanceScript("7", "gzip").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'small'}}");
    script.with("Accept-Encoding", "gzip").get(path);
    script.post(
        path, "{'metadata':{'name':'large'},'data':{'k':'" + "abcdefgh".repeat(20_000) + "'}}");
    script.get(path + "/large");
    script.with("Accept-Encoding", "gzip").get(path + "/large");
    script.with("Accept-Encoding", "deflate, gzip;q=1.0, *;q=0.5").get(path + "/large");
    script.with("Accept-Encoding", "gzip").get(path);
    script
        .with("Accept-Encoding", "gzip")
        .mergePatch(path + "/large", "{'metadata':{'labels':{'a':'b'}}}");
    return script;
  }

  private static ConformanceScript statuses() {
    ConformanceScript script = new ConformanceScript("6", "statuses").inNamespace();
    String path = script.core("configmaps/missing");
    script.with("Accept", "application/vnd.kubernetes.protobuf").delete(path);
    script.with("Accept", "application/yaml").delete(path);
    script.with("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1").delete(path);
    return script;
  }

  private static ConformanceScript protobuf() {
    ConformanceScript script = new ConformanceScript("6", "protobuf").inNamespace();
    String accept = "application/vnd.kubernetes.protobuf";
    script
        .with("Accept", accept)
        .post(
            script.core("configmaps"),
            "{'metadata':{'name':'a'},'data':{'k':'v'},'binaryData':{'b':'YQ=='}}");
    script
        .with("Accept", accept)
        .post(
            script.core("secrets"),
            "{'metadata':{'name':'a'},'type':'Opaque','data':{'k':'YQ=='},'immutable':true}");
    script
        .with("Accept", accept)
        .post(
            script.group("coordination.k8s.io/v1", "leases"),
            "{'metadata':{'name':'a'},'spec':{'holderIdentity':'h','leaseDurationSeconds':5,"
                + "'acquireTime':'2001-01-01T00:00:00.123456Z','renewTime':'2001-01-01T00:00:01.000000Z'}}");
    script.with("Accept", accept).get(script.core("configmaps"));
    script.with("Accept", accept).get(script.core("configmaps/a"));
    script.with("Accept", accept).get("/api/v1/namespaces/" + script.namespace());
    script.with("Accept", accept).delete(script.core("configmaps/a"));
    script.with("Accept", accept).get(script.core("configmaps"));
    script
        .with("Accept", accept + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1")
        .get(script.core("secrets"));
    return script;
  }

  /** Nothing is stored: a real server's controllers would write its status meanwhile. */
  private static ConformanceScript apiServices() {
    ConformanceScript script = new ConformanceScript("6", "api services");
    String path = "/apis/apiregistration.k8s.io/v1/apiservices";
    String service =
        "{'metadata':{'name':'v1.c6.example.com'},'spec':{'group':'c6.example.com','version':'v1',"
            + "'groupPriorityMinimum':1000,'versionPriority':15,'insecureSkipTLSVerify':true,"
            + "'service':{'namespace':'default','name':'s'}}}";
    for (String accept : List.of("application/json", "application/vnd.kubernetes.protobuf")) {
      script.with("Accept", accept).post(path + "?dryRun=All", service);
      script.with("Accept", accept).get(path + "?labelSelector=no%3Dsuch");
    }
    return script;
  }
}
