package dev.informant.verification.conformance;

import java.util.List;

/** §9: services, ingresses, config maps and secrets with the mistakes that people make. */
final class WrongServiceScripts {
  private WrongServiceScripts() {}

  static List<ConformanceScript> all() {
    return List.of(services(), data(), ingresses());
  }

  private static ConformanceScript services() {
    ConformanceScript script = new ConformanceScript("9", "wrong services").inNamespace();
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

  private static ConformanceScript data() {
    ConformanceScript script = new ConformanceScript("9", "wrong data").inNamespace();
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

  private static ConformanceScript ingresses() {
    ConformanceScript script = new ConformanceScript("9", "wrong ingresses").inNamespace();
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
