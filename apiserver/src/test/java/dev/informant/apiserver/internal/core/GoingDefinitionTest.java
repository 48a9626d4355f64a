package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A CRD goes while others create and delete what it defines. */
@Timeout(30)
class GoingDefinitionTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String DEFINITION = DEFINITIONS + "/things.example.com";
  private static final String THINGS = "/apis/example.com/v1/things";

  private InterruptedRuntime interruptions;
  private final TestServer server = new TestServer(
      CoreOptions.DEFAULT, runtime -> interruptions = new InterruptedRuntime(runtime));

  @BeforeEach
  void define() {
    TestServer.Reply reply = server.post(DEFINITIONS, """
        {"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
        """);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  private TestServer.Reply thing(String name) {
    return server.post(THINGS, """
        {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"%s"}}
        """.formatted(name));
  }

  @Test
  void whatIsCreatedWhileItsDefinitionGoesIsNotThereWithTheNextOne() {
    interruptions.interrupt(() -> {
      interruptions.interrupt(() -> {});
      assertThat(server.delete(DEFINITION).status()).isEqualTo(200);
      assertThat(server.get(DEFINITION).status()).isEqualTo(404);
    });
    TestServer.Reply late = thing("late");
    assertThat(late.status()).isEqualTo(403);
    assertThat(late.message())
        .isEqualTo("things.example.com \"late\" is forbidden: create not allowed while custom"
            + " resource definition is terminating");
    define();
    assertThat(server.get(THINGS).names()).isEmpty();
    assertThat(thing("late").status()).isEqualTo(201);
  }

  @Test
  void whatIsCreatedWhileItsDefinitionIsMadeAnewStays() {
    interruptions.interrupt(() -> {
      interruptions.interrupt(() -> {});
      server.delete(DEFINITION);
      define();
    });
    assertThat(thing("late").status()).isEqualTo(201);
    assertThat(server.get(THINGS).names()).containsExactly("late");
  }

  @Test
  void aDefinitionGoesThoughAnotherDeletesWhatItDeletes() {
    thing("a");
    thing("b");
    interruptions.interrupt(() -> {
      boolean going = server.get(DEFINITION).text().contains("InstanceDeletionInProgress");
      if (going) {
        interruptions.interrupt(() -> {});
        assertThat(server.delete(THINGS + "/a").status()).isEqualTo(200);
      }
    });
    TestServer.Reply reply = server.delete(DEFINITION);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(server.get(DEFINITION).status()).isEqualTo(404);
    assertThat(server.get(THINGS).status()).isEqualTo(404);
  }
}
