package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields that the models describe in unusual ways are known, and survive. */
@Timeout(30)
class KnownFieldsTest {
  private final TestServer server = new TestServer();

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          /api/v1/namespaces/default/pods | {'metadata':{'name':'x'},'spec':{'containers':[{'name':'c','image':'i','resources':{'limits':{'cpu':'1','memory':'2Gi'}},'livenessProbe':{'httpGet':{'path':'/','port':'http'}},'env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}],'volumeMounts':[{'name':'v','mountPath':'/x'}]}],'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'In','values':['b']}]}]}}},'tolerations':[{'key':'k','operator':'Exists'}],'volumes':[{'name':'v','projected':{'sources':[{'serviceAccountToken':{'path':'t'}}]}}],'overhead':{'cpu':'1m'}}}
          /api/v1/namespaces/default/configmaps | {'metadata':{'name':'x','managedFields':[{'manager':'m','operation':'Update','apiVersion':'v1','time':'2026-01-01T00:00:00Z','fieldsType':'FieldsV1','fieldsV1':{'f:data':{'.':{},'f:k':{}}}}],'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'p','uid':'u','controller':true,'blockOwnerDeletion':true}]},'data':{'k':'v'},'binaryData':{'b':'AA=='},'immutable':true}
          /apis/coordination.k8s.io/v1/namespaces/default/leases | {'metadata':{'name':'x'},'spec':{'holderIdentity':'h','leaseDurationSeconds':15,'acquireTime':'2026-08-22T10:00:00.000000Z','renewTime':'2026-08-22T10:00:00.000000Z','leaseTransitions':0}}
          /apis/apps/v1/namespaces/default/controllerrevisions | {'metadata':{'name':'x'},'revision':1,'data':{'spec':{'template':{'any':'thing'}}}}
          /apis/apps/v1/namespaces/default/deployments | {'metadata':{'name':'x'},'spec':{'replicas':1,'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':0}},'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}
          /api/v1/namespaces/default/persistentvolumeclaims | {'metadata':{'name':'x'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}
          /api/v1/namespaces/default/services | {'metadata':{'name':'x'},'spec':{'ports':[{'port':80,'targetPort':'http','protocol':'TCP'}],'selector':{'a':'b'}}}
          /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations | {'metadata':{'name':'x'},'webhooks':[{'name':'a.b.c','clientConfig':{'url':'https://x','caBundle':'AA=='},'rules':[{'apiGroups':['*'],'apiVersions':['*'],'operations':['CREATE'],'resources':['*'],'scope':'*'}],'sideEffects':'None','admissionReviewVersions':['v1']}]}
          /apis/apiextensions.k8s.io/v1/customresourcedefinitions | {'metadata':{'name':'as.b.c'},'spec':{'group':'b.c','scope':'Cluster','names':{'plural':'as','kind':'A'},'versions':[{'name':'v1','served':true,'storage':true,'additionalPrinterColumns':[{'name':'N','type':'string','jsonPath':'.spec.n'}],'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','x-kubernetes-validations':[{'rule':'true'}],'properties':{'l':{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'set'},'m':{'type':'object','additionalProperties':{'type':'integer','format':'int64'}},'d':{'type':'string','default':'x','enum':['x','y']},'i':{'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'string'}]}}}}}}}]}}
          /apis/events.k8s.io/v1/namespaces/default/events | {'metadata':{'name':'x'},'regarding':{'kind':'Pod','namespace':'default','name':'p'},'note':'n','eventTime':'2026-08-22T10:00:00.000000Z','series':{'count':2,'lastObservedTime':'2026-08-22T10:00:00.000000Z'},'reportingController':'c','reportingInstance':'i','action':'a','reason':'r','type':'Normal'}
          """)
  void strictValidationTakesThem(String path, String body) {
    TestServer.Reply reply = server.post(path + "?fieldValidation=Strict", body.replace('\'', '"'));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  @Test
  void managedFieldsSurvive() {
    TestServer.Reply reply = server.post(
        "/api/v1/namespaces/default/configmaps",
        "{\"metadata\":{\"name\":\"x\",\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{\"f:data\":{}}}]}}");
    assertThat(reply.json().at("/metadata/managedFields/0/fieldsV1/f:data").isObject())
        .isTrue();
  }
}
