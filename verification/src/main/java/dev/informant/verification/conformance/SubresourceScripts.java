package dev.informant.verification.conformance;

import java.util.List;

/** §2 and §9: subresources of pods, services and nodes, up to where a real server would connect to something. */
final class SubresourceScripts {
  private static final String ONE = "'containers':[{'name':'c','image':'i'}]";
  private static final String TWO =
      "'containers':[{'name':'c','image':'i'},{'name':'d','image':'i'}]";

  private SubresourceScripts() {}

  static List<ConformanceScript> all() {
    return List.of(passedOn(), proxies(), podParts(), scaleBodies(), tokens(), impersonated());
  }

  private static ConformanceScript passedOn() {
    ConformanceScript script = new ConformanceScript("2", "passed on").inNamespace();
    String pods = script.core("pods");
    script.post(pods, "{'metadata':{'name':'one'},'spec':{" + ONE + "}}");
    script.post(
        pods,
        "{'metadata':{'name':'two'},'spec':{'initContainers':[{'name':'b','image':'i'}]," + TWO
            + "}}");
    script.post(
        pods, "{'metadata':{'name':'lost'},'spec':{'nodeName':'no-such-node'," + ONE + "}}");
    for (String pod : List.of("one", "two", "lost", "none")) {
      script.get(pods + "/" + pod + "/log");
      script.get(pods + "/" + pod + "/exec?command=ls");
      script.get(pods + "/" + pod + "/portforward");
    }
    script.get(pods + "/two/log?container=b");
    script.get(pods + "/two/log?container=x");
    script.get(pods + "/two/log?container=d&tailLines=10");
    script.get(pods + "/two/exec?container=x&command=ls");
    script.get(pods + "/two/exec?container=d&command=ls");
    script.get(pods + "/one/attach?stdout=true");
    script.raw("POST", pods + "/one/attach", "");
    script.raw("POST", pods + "/one/exec?command=ls", "");
    script.raw("POST", pods + "/one/portforward?ports=80", "");
    script.raw("POST", pods + "/one/log", "");
    script.raw("PUT", pods + "/one/exec", "");
    script.raw("DELETE", pods + "/one/log", "");
    script.get(pods + "/one/unknown");
    script.get(pods + "/one/log/deeper");
    return script;
  }

  private static ConformanceScript proxies() {
    ConformanceScript script = new ConformanceScript("2", "proxies").inNamespace();
    String pods = script.core("pods");
    String services = script.core("services");
    script.post(pods, "{'metadata':{'name':'p'},'spec':{" + ONE + "}}");
    script.get(pods + "/p/proxy");
    script.get(pods + "/p:80/proxy/a/b");
    script.get(pods + "/https:p:80/proxy/");
    script.get(pods + "/ftp:p:80/proxy/");
    script.get(pods + "/none/proxy");
    script.delete(pods + "/p/proxy/x");
    script.post(
        services,
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None',"
            + "'ports':[{'name':'web','port':80}]}}");
    script.get(services + "/s/proxy");
    script.get(services + "/s:81/proxy/");
    script.post(script.core("endpoints"), "{'metadata':{'name':'s'}}");
    script.get(services + "/s/proxy");
    script.get(services + "/s:80/proxy/");
    script.get(services + "/s:web/proxy/");
    script.get(services + "/none/proxy");
    script.get("/api/v1/nodes/no-such-node/proxy");
    script.get("/api/v1/nodes/no-such-node/proxy/stats/summary");
    return script;
  }

  private static ConformanceScript podParts() {
    ConformanceScript script = new ConformanceScript("9", "pod parts").inNamespace();
    String pods = script.core("pods");
    script.post(
        pods,
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i',"
            + "'resources':{'requests':{'cpu':'100m'}}}]}}");
    String debug = "{'name':'d','image':'i'}";
    script.get(pods + "/p/ephemeralcontainers");
    script.strategicPatch(
        pods + "/p/ephemeralcontainers",
        "{'metadata':{'labels':{'x':'1'}},'spec':{'activeDeadlineSeconds':10,"
            + "'ephemeralContainers':[" + debug + "]}}");
    script.jsonPatch(
        pods + "/p/ephemeralcontainers", "[{'op':'remove','path':'/spec/ephemeralContainers'}]");
    script.mergePatch(pods + "/none/ephemeralcontainers", "{'spec':{}}");
    script.get(pods + "/p/resize");
    script.strategicPatch(
        pods + "/p/resize",
        "{'metadata':{'labels':{'x':'1'}},'spec':{'activeDeadlineSeconds':10,'containers':"
            + "[{'name':'c','image':'other','resources':{'requests':{'cpu':'200m'}}}]}}");
    script.jsonPatch(
        pods + "/p/resize",
        "[{'op':'add','path':'/spec/containers/-','value':{'name':'e','image':'i'}}]");
    script.jsonPatch(
        pods + "/p/resize", "[{'op':'replace','path':'/spec/containers/0/name','value':'e'}]");
    script.mergePatch(pods + "/none/resize", "{'spec':{}}");
    script.raw("POST", pods + "/p/resize", "{}");
    script.get(pods + "/p");
    return script;
  }

  private static ConformanceScript scaleBodies() {
    ConformanceScript script = new ConformanceScript("9", "scale bodies").inNamespace();
    String path = script.group("apps/v1", "deployments");
    String scale = path + "/d/scale";
    String nobody = "11111111-1111-4111-8111-111111111111";
    script.post(
        path,
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{"
            + "'metadata':{'labels':{'a':'b'}},'spec':{" + ONE + "}}}}");
    script.put(scale, "{'metadata':{'name':'d','namespace':'other'},'spec':{'replicas':3}}");
    script.put(scale, "{'metadata':{'name':'d','uid':'" + nobody + "'},'spec':{'replicas':3}}");
    script.mergePatch(scale, "{'metadata':{'uid':'" + nobody + "'}}");
    script.mergePatch(scale, "{'metadata':{'name':'x'}}");
    script.mergePatch(scale, "{'metadata':{'namespace':'x'}}");
    script.put(
        scale,
        "{'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'d'},'spec':{'replicas':1}}");
    script.put(
        scale,
        "{'kind':'Scale','apiVersion':'extensions/v1beta1','metadata':{'name':'d'},'spec':{"
            + "'replicas':1}}");
    script.mergePatch(scale, "{'spec':{'replicas':0}}");
    script.get(scale);
    return script;
  }

  private static ConformanceScript tokens() {
    ConformanceScript script = new ConformanceScript("14", "tokens").inNamespace();
    String accounts = script.core("serviceaccounts");
    script.post(accounts, "{'metadata':{'name':'s'}}");
    script.post(accounts + "/s/token", "{'spec':{'audiences':['somebody']}}");
    script.post(
        accounts + "/s/token", "{'spec':{'audiences':['somebody'],'expirationSeconds':600}}");
    script.post(accounts + "/s/token", "{'spec':{'expirationSeconds':599}}");
    script.post(accounts + "/s/token", "{'spec':{'expirationSeconds':99999999999}}");
    script.post(accounts + "/s/token", "{'metadata':{'name':'t'},'spec':{}}");
    script.post(accounts + "/s/token", "{'metadata':{'namespace':'other'},'spec':{}}");
    script.post(accounts + "/none/token", "{'spec':{}}");
    script.get(accounts + "/s/token");
    String reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
    script.post(reviews, "{'spec':{'token':'nonsense'}}");
    script.post(reviews, "{'spec':{}}");
    return script;
  }

  private static ConformanceScript impersonated() {
    ConformanceScript script = new ConformanceScript("14", "impersonation");
    String reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    script.with("Impersonate-User", "jane").post(reviews, "{}");
    script.with("Impersonate-User", "jane").with("Impersonate-Uid", "7").post(reviews, "{}");
    script
        .with("Impersonate-User", "jane")
        .with("Impersonate-Group", "system:masters")
        .post(reviews, "{}");
    script.with("Impersonate-User", "jane").get("/api/v1/namespaces");
    script.with("Impersonate-Group", "system:masters").get("/api/v1/namespaces");
    return script;
  }
}
