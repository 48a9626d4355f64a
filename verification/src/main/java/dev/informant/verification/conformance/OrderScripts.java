package dev.informant.verification.conformance;

import java.util.List;

/** §6: the order of members, of objects that leave nothing to be filled in. */
final class OrderScripts {
  private static final String POD_SPEC =
      "{'volumes':[{'configMap':{'defaultMode':420,'items':[{'path':'p','key':'k'}],"
          + "'name':'m'},'name':'v'}],'terminationGracePeriodSeconds':30,'securityContext':{'runAsUser':1,'fsGroup':2},"
          + "'schedulerName':'default-scheduler','restartPolicy':'Always','nodeSelector':{'b':'1','a':'2'},'hostname':'h',"
          + "'dnsPolicy':'ClusterFirst','containers':[{'volumeMounts':[{'name':'v','mountPath':'/v'}],"
          + "'terminationMessagePolicy':'File','terminationMessagePath':'/t','resources':{'requests':{'memory':'1Gi',"
          + "'cpu':'1'},'limits':{'memory':'1Gi','cpu':'1'}},'readinessProbe':{'timeoutSeconds':1,'successThreshold':1,"
          + "'periodSeconds':10,'httpGet':{'scheme':'HTTP','port':80,'path':'/'},'failureThreshold':3},"
          + "'ports':[{'protocol':'TCP','containerPort':80,'name':'x'}],'name':'c','imagePullPolicy':'Always','image':'i',"
          + "'envFrom':[{'secretRef':{'name':'s'}}],'env':[{'value':'1','name':'A'}],'command':['c'],'args':['a']}],"
          + "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'t',"
          + "'labelSelector':{'matchLabels':{'a':'b'}}}]}},'tolerations':[{'operator':'Exists','key':'k'}]}";
  private static final String TEMPLATE = "{'spec':" + POD_SPEC
      + ",'metadata':{'labels':{'b':'2','a':'b'},'annotations':{'y':'1','x':'2'}}}";

  private OrderScripts() {}

  static List<ConformanceScript> all() {
    ConformanceScript script = new ConformanceScript("6", "order of members").inNamespace();
    add(script, script.core("podtemplates"), "'template':" + TEMPLATE);
    add(
        script,
        script.group("apps/v1", "deployments"),
        "'spec':{'template':" + TEMPLATE
            + ",'strategy':{'type':'Recreate'},'selector':{'matchLabels':{'a':'b'}},"
            + "'revisionHistoryLimit':10,'replicas':1,'progressDeadlineSeconds':600,'paused':true,'minReadySeconds':1}");
    add(
        script,
        script.core("configmaps"),
        "'immutable':true,'data':{'z':'1','a':'2'},'binaryData':{'y':'YQ==','b':'YQ=='}");
    add(
        script,
        script.core("resourcequotas"),
        "'spec':{'scopes':['Terminating'],'hard':{'pods':'1','cpu':'1','memory':'1Gi'}}");
    add(
        script,
        script.core("endpoints"),
        "'subsets':[{'ports':[{'protocol':'TCP','port':80,'name':'x'}],'addresses':[{'targetRef':{'name':'p',"
            + "'kind':'Pod'},'nodeName':'n','ip':'1.2.3.4'}]}]");
    add(
        script,
        script.group("rbac.authorization.k8s.io/v1", "roles"),
        "'rules':[{'verbs':['get'],'resources':['pods'],'resourceNames':['p'],'apiGroups':['']}]");
    add(
        script,
        script.group("rbac.authorization.k8s.io/v1", "rolebindings"),
        "'subjects':[{'namespace':'n','name':'s','kind':'ServiceAccount'}],'roleRef':{'name':'r','kind':'Role',"
            + "'apiGroup':'rbac.authorization.k8s.io'}");
    add(
        script,
        script.group("coordination.k8s.io/v1", "leases"),
        "'spec':{'renewTime':'2020-01-01T00:00:00.000000Z','leaseTransitions':1,'leaseDurationSeconds':15,"
            + "'holderIdentity':'h','acquireTime':'2020-01-01T00:00:00.000000Z'}");
    add(
        script,
        script.group("networking.k8s.io/v1", "networkpolicies"),
        "'spec':{'policyTypes':['Ingress'],'podSelector':{'matchLabels':{'a':'b'}},'ingress':[{'ports':[{'protocol':"
            + "'TCP','port':80}],'from':[{'podSelector':{},'namespaceSelector':{}}]}]}");
    add(
        script,
        script.group("networking.k8s.io/v1", "ingresses"),
        "'spec':{'tls':[{'secretName':'s','hosts':['h']}],'rules':[{'http':{'paths':[{'pathType':'Prefix','path':'/',"
            + "'backend':{'service':{'port':{'number':80},'name':'s'}}}]},'host':'h'}],'ingressClassName':'c'}");
    add(
        script,
        script.group("policy/v1", "poddisruptionbudgets"),
        "'spec':{'selector':{'matchLabels':{'a':'b'}},'minAvailable':1}");
    add(
        script,
        script.group("discovery.k8s.io/v1", "endpointslices"),
        "'ports':[{'protocol':'TCP','port':80,'name':'x'}],'endpoints':[{'zone':'z','nodeName':'n','conditions':"
            + "{'terminating':false,'serving':true,'ready':true},'addresses':['1.2.3.4']}],'addressType':'IPv4'");
    add(
        script,
        script.core("events"),
        "'type':'Normal','source':{'host':'h','component':'c'},'reason':'r','message':'m','lastTimestamp':"
            + "'2020-01-01T00:00:00Z','involvedObject':{'namespace':'" + script.namespace()
            + "','name':'p','kind':'Pod','apiVersion':'v1'},'firstTimestamp':'2020-01-01T00:00:00Z','count':1");
    script.mergePatch(script.core("configmaps/o"), "{'metadata':{'labels':{'z':'1','b':'2'}}}");
    script.order(script.core("configmaps/o"));
    script.order(script.group("apps/v1", "deployments"));
    return List.of(script);
  }

  private static void add(ConformanceScript script, String collection, String rest) {
    script.post(
        collection,
        "{" + rest
            + ",'metadata':{'labels':{'b':'1','a':'2'},'name':'o','annotations':{'y':'1','x':'2'}}}");
    script.order(collection + "/o");
  }
}
