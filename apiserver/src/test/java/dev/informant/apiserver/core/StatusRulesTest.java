package dev.informant.apiserver.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statuses that cannot be; the words are compared with a kube-apiserver's by the conformance suite. */
@Timeout(60)
class StatusRulesTest {
  private static final String HERE = "/namespaces/default/";

  private final TestServer server = new TestServer();

  private void create(String path, String body) {
    TestServer.Reply created = server.post(path, body.replace('\'', '"'));
    assertThat(created.status()).as(created.text()).isEqualTo(201);
  }

  private TestServer.Reply status(String path, String status) {
    return server.patch(
        path + "/status", "merge-patch+json", ("{'status':" + status + "}").replace('\'', '"'));
  }

  private void taken(TestServer.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private void refused(TestServer.Reply reply, String field) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(422);
    assertThat(reply.at("/details/causes/0/field")).isEqualTo(field);
  }

  @Test
  void noMorePodsAreReadyThanThereAre() {
    String path = "/apis/apps/v1" + HERE + "deployments";
    create(
        path,
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':"
            + "{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
    refused(status(path + "/d", "{'replicas':1,'readyReplicas':2}"), "status.readyReplicas");
    refused(status(path + "/d", "{'replicas':-1}"), "status.replicas");
    taken(status(path + "/d", "{'replicas':2,'readyReplicas':2}"));
  }

  @Test
  void containersThatHaveEndedForGoodStayEnded() {
    String pods = "/api/v1" + HERE + "pods";
    String ended = "{'containerStatuses':[{'name':'c','state':{'terminated':{'exitCode':0}}}]}";
    String running = "{'containerStatuses':[{'name':'c','state':{'running':{}}}]}";
    for (String policy : new String[] {"Never", "Always"}) {
      String name = policy.toLowerCase(Locale.ROOT);
      create(
          pods,
          "{'metadata':{'name':'" + name + "'},'spec':{'restartPolicy':'" + policy
              + "','containers':[{'name':'c','image':'i'}]}}");
      taken(status(pods + "/" + name, ended));
    }
    refused(status(pods + "/never", running), "status.containerStatuses[0].state");
    taken(status(pods + "/always", running));
  }

  @Test
  void aFinishedJobHasItsTimesAndStaysFinished() {
    String jobs = "/apis/batch/v1" + HERE + "jobs";
    create(
        jobs,
        "{'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':"
            + "[{'name':'c','image':'i'}]}}}}");
    String complete = "'conditions':[{'type':'SuccessCriteriaMet','status':'True'},"
        + "{'type':'Complete','status':'True'}]";
    refused(status(jobs + "/j", "{" + complete + "}"), "status.completionTime");
    taken(status(
        jobs + "/j",
        "{" + complete
            + ",'startTime':'2026-01-01T00:00:00Z','completionTime':'2026-01-01T00:01:00Z'}"));
    refused(status(jobs + "/j", "{'active':1}"), "status.active");
  }

  @Test
  void onlyABalancedServiceHasABalancer() {
    String services = "/api/v1" + HERE + "services";
    create(services, "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}");
    refused(
        status(services + "/s", "{'loadBalancer':{'ingress':[{'ip':'10.0.0.1'}]}}"),
        "status.loadBalancer.ingress");
  }
}
