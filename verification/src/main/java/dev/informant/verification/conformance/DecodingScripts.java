package dev.informant.verification.conformance;

import java.util.List;

/** §2, §6 and §9: what Go makes of nulls and times in bodies, and writes where only watches are. */
final class DecodingScripts {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private DecodingScripts() {}

  static List<ConformanceScript> all() {
    return List.of(nulls(), customNulls(), times(), watchPaths(), forms(), patches(), refusals());
  }

  /** A null in a list or map is read as the zero of what belongs there. */
  private static ConformanceScript nulls() {
    ConformanceScript script = new ConformanceScript("9", "nulls").inNamespace();
    for (String metadata : List.of(
        "'labels':{'a':null}",
        "'annotations':{'a':null}",
        "'finalizers':[null]",
        "'ownerReferences':[null]",
        "'managedFields':[null]")) {
      script.post(
          script.core("configmaps?dryRun=All"), "{'metadata':{'name':'n'," + metadata + "}}");
    }
    script.post(script.core("configmaps"), "{'metadata':{'name':'n'},'data':{'a':null}}");
    script.put(
        script.core("configmaps/n"),
        "{'metadata':{'name':'n','labels':{'a':null}},'data':{'b':null},'binaryData':{'c':null}}");
    script.post(
        script.core("services?dryRun=All"), "{'metadata':{'name':'n'},'spec':{'ports':[null]}}");
    for (String subsets : List.of("[null]", "[{'ports':[null]}]", "[{'addresses':[null]}]")) {
      script.post(
          script.core("endpoints?dryRun=All"),
          "{'metadata':{'name':'n'},'subsets':" + subsets + "}");
    }
    for (String limit : List.of("null", "{'type':'Container','max':{'cpu':null}}")) {
      script.post(
          script.core("limitranges?dryRun=All"),
          "{'metadata':{'name':'n'},'spec':{'limits':[" + limit + "]}}");
    }
    script.post(
        script.group("rbac.authorization.k8s.io/v1", "rolebindings?dryRun=All"),
        "{'metadata':{'name':'n'},'roleRef':{'kind':'Role','name':'r'},'subjects':[null]}");
    script.post(
        script.group("rbac.authorization.k8s.io/v1", "roles?dryRun=All"),
        "{'metadata':{'name':'n'},'rules':[null]}");
    String pods = script.core("pods?dryRun=All");
    for (String spec : List.of(
        "'containers':[{'name':'c','image':'i','args':[null]}]",
        "'containers':[null]",
        "'containers':[{'name':'c','image':'i','volumeDevices':[null]}]",
        "'containers':[{'name':'c','image':'i','env':[null]}]",
        "'containers':[{'name':'c','image':'i'}],'resourceClaims':[null]",
        "'containers':[{'name':'c','image':'i'}],'nodeSelector':{'a':null}",
        "'containers':[{'name':'c','image':'i'}],'tolerations':[null]",
        "'containers':[{'name':'c','image':'i'}],'imagePullSecrets':[null]")) {
      script.post(pods, "{'metadata':{'name':'n'},'spec':{" + spec + "}}");
    }
    String slices = script.group("discovery.k8s.io/v1", "endpointslices");
    script.post(
        slices,
        "{'metadata':{'name':'n'},'addressType':'IPv4','endpoints':[{'addresses':['1.2.3.4'],"
            + "'hints':{'forZones':[null]}}],'ports':[]}");
    script.with("Accept", PROTOBUF).get(slices + "/n");
    script.with("Accept", PROTOBUF).get(slices);
    script.post(
        CustomResourceScripts.DEFINITIONS + "?dryRun=All",
        CustomResourceScripts.definition(
            "nulls",
            "Null",
            "nulls.example.com",
            "Cluster",
            "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':"
                + "{'type':'object','properties':{'a':null}}}}"));
    return script;
  }

  private static ConformanceScript customNulls() {
    ConformanceScript script = new ConformanceScript("12", "nulls");
    script.post(
        CustomResourceScripts.DEFINITIONS,
        CustomResourceScripts.definition(
            "voids",
            "Void",
            "voids.example.com",
            "Cluster",
            "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':"
                + "{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}"));
    CustomResourceScripts.established(script, "voids.voids.example.com", "v1");
    String path = "/apis/voids.example.com/v1/voids";
    for (String metadata : List.of(
        "'labels':{'a':null}",
        "'annotations':{'a':null}",
        "'finalizers':[null]",
        "'ownerReferences':[null]",
        "'managedFields':[null]",
        "'creationTimestamp':'2026-01-01T00:00:00+02:00','deletionTimestamp':null")) {
      script.post(
          path + "?dryRun=All",
          "{'apiVersion':'voids.example.com/v1','kind':'Void','metadata':{'name':'n'," + metadata
              + "},'spec':{'a':[null],'b':null}}");
    }
    return script;
  }

  /** Times come out in UTC, with as many digits as their type has. */
  private static ConformanceScript times() {
    ConformanceScript script = new ConformanceScript("9", "times").inNamespace();
    String leases = script.group("coordination.k8s.io/v1", "leases");
    int number = 0;
    for (String time : List.of(
        "2026-01-01T00:00:00.000000+02:00",
        "2026-01-01T00:00:00.000000+20:00",
        "2026-01-01T00:00:00,500000Z",
        "2026-01-01T00:00:00.123456+01:30",
        "0000-01-01T00:00:00.000000+01:00",
        "9999-12-31T23:59:59.000001-12:00",
        "2026-01-01T00:00:00.000000+24:00",
        "2026-01-01T00:00:00.000000+25:00",
        "2026-01-01T00:00:00.000000+00:60",
        "2026-01-01T00:00:00.000000+00:61",
        "2026-01-01T00:00:00.000000+99:99")) {
      number++;
      script.post(
          leases, "{'metadata':{'name':'l" + number + "'},'spec':{'renewTime':'" + time + "'}}");
      script.with("Accept", PROTOBUF).get(leases + "/l" + number);
    }
    script.with("Accept", PROTOBUF).get(leases);
    String events = script.core("events");
    number = 0;
    for (String time : List.of(
        "2026-01-01T00:00:00+02:00",
        "2026-01-01T00:00:00.999999999Z",
        "2026-01-01T00:00:00,5-23:59",
        "9999-12-31T23:59:59-12:00",
        "0000-01-01T00:00:00+01:00",
        "0001-01-01T00:00:00Z",
        "2026-01-01T00:00:00+99:00",
        "2026-01-01T00:00:00+00:99")) {
      number++;
      script.post(
          events,
          "{'metadata':{'name':'e" + number + "'},'involvedObject':{'namespace':'"
              + script.namespace() + "'},'firstTimestamp':'" + time + "'}");
      script.with("Accept", PROTOBUF).get(events + "/e" + number);
    }
    script.with("Accept", PROTOBUF).get(events);
    script.mergePatch(
        leases + "/l1", "{'spec':{'acquireTime':'2026-01-01T00:00:00.000000-01:00'}}");
    script.strategicPatch(
        leases + "/l1", "{'spec':{'acquireTime':'2026-01-01T00:00:00.000000-02:00'}}");
    return script;
  }

  /** Below the old prefix there is nothing but watches. */
  private static ConformanceScript watchPaths() {
    ConformanceScript script = new ConformanceScript("2", "watch paths").inNamespace();
    String object = "{'metadata':{'name':'a','labels':{'v':'1'}}}";
    script.post(script.core("configmaps"), object);
    String path = "/api/v1/watch/namespaces/" + script.namespace() + "/configmaps";
    script.delete(path + "?labelSelector=v%3D1");
    script.delete(path);
    script.post(path, object);
    script.put(path, object);
    script.mergePatch(path, "{}");
    script.delete(path + "/a");
    script.put(path + "/a", object);
    script.post(path + "/a", object);
    script.mergePatch(path + "/a", "{'data':{'a':'b'}}");
    script.delete("/api/v1/watch/namespaces/" + script.namespace());
    script.put(path + "/a/status", object);
    script.put("/api/v1/watch/namespaces/" + script.namespace() + "/status", object);
    script.put("/api/v1/watch/nodes/a/status", object);
    script.get("/api/v1/watch/nodes/a/status");
    script.delete("/api/v1/watch/nodes?labelSelector=none%3Dnone");
    script.get(script.core("configmaps/a"));
    return script;
  }

  /** Content types, kinds and envelopes that are not what they should be. */
  private static ConformanceScript forms() {
    ConformanceScript script = new ConformanceScript("6", "odd forms").inNamespace();
    String path = script.core("configmaps?dryRun=All");
    String body = "{'metadata':{'name':'n'}}";
    for (String parameters : List.of(
        "; foo", ";;", ";", "; charset=utf-8", ";a=b;a=c", ";a=b;A=c", "; a=", ";a=\"b c\"; d=e")) {
      script.with("Content-Type", "application/json" + parameters).post(path, body);
    }
    for (String kind : List.of("List", "ConfigMapList", "Status", "PodList", "Nothing")) {
      script.post(path, "{'kind':'" + kind + "','apiVersion':'v1','metadata':{}}");
    }
    script.post(path, "{'kind':'DeploymentList','apiVersion':'apps/v1','metadata':{}}");
    script.post(path, "{'metadata':{'name':'n'},'h\u00e4\u20ac':1}");
    for (String base64 : List.of(
        "azhzAA==",
        "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgIKCRoAIgA=",
        "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgIKCQ==",
        "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgQKAggHGgAiAA==",
        "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgIIBxoAIgA=",
        "azhzAAoPCgJ2MRIJQ29uZmlnTWFw")) {
      script.with("Content-Type", PROTOBUF).base64("POST", path, base64);
    }
    return script;
  }

  /** What a patch is refused for, and when. */
  private static ConformanceScript patches() {
    ConformanceScript script = new ConformanceScript("9", "patches and exports").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    String there = script.core("configmaps/a");
    String missing = script.core("configmaps/missing");
    for (String path : List.of(there, missing)) {
      script.jsonPatch(path, "[");
      script.jsonPatch(path, "{}");
      script.mergePatch(path, "{");
      script.mergePatch(path, "[]");
      script.strategicPatch(path, "{");
    }
    String operation = "{'op':'test','path':'/kind','value':'ConfigMap'}";
    script.jsonPatch(there, "[" + operation + ("," + operation).repeat(10_000) + "]");
    for (String export : List.of("", "x", "true", "1", "0", "false", "False")) {
      script.get(there + "?export=" + export);
      script.get(missing + "?export=" + export);
    }
    script.get(script.core("configmaps?fieldSelector=metadata.name%3Da&export=x"));
    return script;
  }

  /** Refusals before the resource is reached have the form that is asked for. */
  private static ConformanceScript refusals() {
    ConformanceScript script = new ConformanceScript("14", "forms of refusals");
    for (String accept : List.of(
        "application/json",
        "application/yaml",
        PROTOBUF,
        "text/html",
        "application/json;as=Table;g=meta.k8s.io;v=v1")) {
      script
          .with("Authorization", "Bearer wrong")
          .with("Accept", accept)
          .get("/api/v1/namespaces/default/configmaps");
      script
          .with("Impersonate-Group", "team")
          .with("Accept", accept)
          .get("/api/v1/namespaces/default/configmaps");
    }
    return script;
  }
}
