package dev.informant.verification.conformance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** §8: selectors. */
final class SelectorScripts {
  private SelectorScripts() {}

  static List<ConformanceScript> all() {
    return List.of(labels(), fields(), kinds());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static ConformanceScript labels() {
    ConformanceScript script = new ConformanceScript("8", "labels").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'none'}}");
    script.post(path, "{'metadata':{'name':'one','labels':{'x':'1','tier':'web'}}}");
    script.post(path, "{'metadata':{'name':'two','labels':{'x':'2','tier':''}}}");
    script.post(path, "{'metadata':{'name':'ten','labels':{'x':'10','a.b/c':'d'}}}");
    for (String selector : List.of(
        "x",
        "!x",
        "x=1",
        "x==1",
        "x!=1",
        "x in (1,2)",
        "x in (1)",
        "x notin (1,2)",
        "x>1",
        "x<10",
        "x>a",
        "x=1,tier=web",
        "x,!tier",
        "tier=",
        "tier in (,web)",
        "tier in ()",
        "x in (1",
        "x in 1",
        "=",
        "x=",
        "x=1,",
        ",x=1",
        "x=1,,tier",
        " x = 1 ",
        "x = 1 , tier",
        "a.b/c=d",
        "a.b/c/d=e",
        "x=a b",
        "-x=1",
        "x=" + "a".repeat(64),
        "x in (1,2),x notin (2)",
        "x >",
        "x=1;y=2",
        "!x=1",
        "x==",
        "x!1",
        "in in (in)",
        "x in (1,2,)",
        "@",
        "x=#",
        "")) {
      script.get(path + "?labelSelector=" + encoded(selector));
    }
    return script;
  }

  private static ConformanceScript fields() {
    ConformanceScript script = new ConformanceScript("8", "fields").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'}}").post(path, "{'metadata':{'name':'b'}}");
    for (String selector : List.of(
        "metadata.name=a",
        "metadata.name==a",
        "metadata.name!=a",
        "metadata.name=a,metadata.name=b",
        "metadata.namespace=other",
        "metadata.name",
        "metadata.name=",
        "metadata.name=a\\,b",
        "metadata.name=a\\",
        "metadata.name=a\\x",
        "unknown=1",
        "=a",
        "metadata.name in (a)",
        "metadata.name=A_b",
        "metadata.name>a",
        ",",
        "metadata.name=a,")) {
      script.get(path + "?fieldSelector=" + encoded(selector));
    }
    return script;
  }

  private static ConformanceScript kinds() {
    ConformanceScript script = new ConformanceScript("8", "fields of kinds").inNamespace();
    script.post(
        script.core("pods"),
        "{'metadata':{'name':'p'},'spec':{'nodeName':'n','restartPolicy':'Never',"
            + "'containers':[{'name':'c','image':'i'}]}}");
    script.post(script.core("secrets"), "{'metadata':{'name':'s'},'type':'example.com/t'}");
    script.post(
        script.core("services"),
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None','ports':[{'port':1}]}}");
    script.post(
        script.core("events"),
        "{'metadata':{'name':'e'},'involvedObject':{'kind':'Pod','name':'p',"
            + "'namespace':'" + script.namespace()
            + "','uid':'u','apiVersion':'v1'},'reason':'Why','type':'Normal',"
            + "'source':{'component':'c'},'message':'m'}");
    for (String query : List.of(
        "pods|spec.nodeName=n",
        "pods|spec.nodeName!=n",
        "pods|spec.nodeName=",
        "pods|status.phase=Pending",
        "pods|status.phase!=Running",
        "pods|spec.restartPolicy=Never",
        "pods|spec.schedulerName=default-scheduler",
        "pods|spec.serviceAccountName=",
        "pods|spec.hostNetwork=false",
        "pods|status.podIP=",
        "pods|status.podIPs=",
        "pods|status.nominatedNodeName=",
        "pods|spec.unknown=1",
        "pods|metadata.labels=1",
        "pods|spec.nodeName=n,status.phase=Pending",
        "secrets|type=example.com/t",
        "secrets|type!=Opaque",
        "secrets|data=1",
        "services|spec.clusterIP=None",
        "services|spec.type=ClusterIP",
        "services|spec.ports=1",
        "events|involvedObject.kind=Pod",
        "events|involvedObject.name=p",
        "events|involvedObject.uid=u",
        "events|reason=Why",
        "events|type=Normal",
        "events|source=c",
        "events|reportingComponent=",
        "events|involvedObject.unknown=1",
        "replicationcontrollers|status.replicas=0",
        "serviceaccounts|secrets=1",
        "endpoints|metadata.name=x",
        "persistentvolumeclaims|status.phase=Bound")) {
      String[] parts = query.split("\\|", 2);
      script.get(script.core(parts[0] + "?fieldSelector=" + encoded(parts[1])));
    }
    script.get(script.group("events.k8s.io/v1", "events?fieldSelector=regarding.kind%3DPod"));
    script.get(script.group("events.k8s.io/v1", "events?fieldSelector=involvedObject.kind%3DPod"));
    script.get(script.group("batch/v1", "jobs?fieldSelector=status.successful%3D0"));
    script.get(script.group("apps/v1", "deployments?fieldSelector=status.replicas%3D0"));
    script.get("/api/v1/nodes?fieldSelector=spec.unschedulable%3Dfalse&labelSelector=none");
    script.get("/api/v1/nodes?fieldSelector=metadata.namespace%3Dx");
    script.get(
        "/api/v1/namespaces?fieldSelector=status.phase%3DTerminating,metadata.name%3Ddefault");
    script.get("/api/v1/persistentvolumes?fieldSelector=spec.x%3D1");
    return script;
  }
}
