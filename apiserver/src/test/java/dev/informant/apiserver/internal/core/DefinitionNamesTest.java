package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names a CRD gets if others of its group have them already. */
@Timeout(30)
class DefinitionNamesTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private final TestServer server = new TestServer();

  private void define(String plural, String names) {
    TestServer.Reply reply = server.post(DEFINITIONS, """
        {"metadata":{"name":"%s.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
         "names":{"plural":"%s",%s},"versions":[{"name":"v1","served":true,"storage":true,
          "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
        """.formatted(plural, plural, names));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  private JsonNode status(String plural) {
    return server.get(DEFINITIONS + "/" + plural + ".example.com").json().path("status");
  }

  private List<String> conditions(String plural) {
    return StreamSupport.stream(status(plural).path("conditions").spliterator(), false)
        .map(one -> one.path("type").asText() + "=" + one.path("status").asText() + " "
            + one.path("reason").asText() + ": " + one.path("message").asText())
        .toList();
  }

  @Test
  void aKindOfAnotherIsNotAccepted() {
    define("firsts", "\"kind\":\"First\"");
    define("seconds", "\"kind\":\"First\",\"listKind\":\"Seconds\",\"singular\":\"second\"");
    assertThat(conditions("seconds"))
        .containsExactly(
            "NamesAccepted=False KindConflict: \"First\" is already in use",
            "Established=False NotAccepted: not all names are accepted");
    assertThat(status("seconds").path("acceptedNames").toString())
        .contains("\"plural\":\"seconds\"", "\"kind\":\"\"", "\"listKind\":\"Seconds\"");
  }

  @Test
  void theLastConflictIsTheOneThatIsTold() {
    define("firsts", "\"kind\":\"First\",\"shortNames\":[\"f\",\"g\"]");
    define("seconds", "\"kind\":\"First\"");
    assertThat(conditions("seconds").get(0)).contains("ListKindConflict: \"FirstList\" is already");
    define("thirds", "\"kind\":\"Third\",\"shortNames\":[\"f\",\"x\",\"g\"]");
    assertThat(conditions("thirds").get(0))
        .contains("ShortNamesConflict: [\"f\" is already in use, \"g\" is already in use]");
    assertThat(status("thirds").path("acceptedNames").has("shortNames")).isFalse();
    define("fourths", "\"kind\":\"Fourth\",\"singular\":\"first\"");
    assertThat(conditions("fourths").get(0)).contains("SingularConflict");
    define("f", "\"kind\":\"Fifth\"");
    assertThat(conditions("f").get(0)).contains("PluralConflict");
  }

  @Test
  void whatIsNotAcceptedIsNotServed() {
    define("firsts", "\"kind\":\"First\"");
    define("seconds", "\"kind\":\"First\"");
    assertThat(server.get("/apis/example.com/v1/namespaces/default/seconds").text())
        .isEqualTo("404 page not found\n");
    assertThat(server.get("/apis/example.com/v1").text()).doesNotContain("seconds");
  }

  @Test
  void namesAreAcceptedWhenTheOtherDefinitionGoes() {
    define("firsts", "\"kind\":\"First\"");
    define("seconds", "\"kind\":\"First\"");
    server.delete(DEFINITIONS + "/firsts.example.com");
    assertThat(conditions("seconds"))
        .containsExactly(
            "NamesAccepted=True NoConflicts: no conflicts found",
            "Established=True InitialNamesAccepted: the initial names have been accepted");
    assertThat(server.get("/apis/example.com/v1/namespaces/default/seconds").at("/kind"))
        .isEqualTo("FirstList");
  }

  @Test
  void namesAreAcceptedWhenTheOtherDefinitionGivesThemBack() {
    define("firsts", "\"kind\":\"First\",\"shortNames\":[\"f\"]");
    define("seconds", "\"kind\":\"Second\",\"shortNames\":[\"f\"]");
    server.patch(
        DEFINITIONS + "/firsts.example.com",
        "merge-patch+json",
        "{\"spec\":{\"names\":{\"shortNames\":[\"g\"]}}}");
    assertThat(conditions("seconds").get(1)).startsWith("Established=True");
    assertThat(status("seconds").path("acceptedNames").path("shortNames").toString())
        .isEqualTo("[\"f\"]");
  }

  @Test
  void anEstablishedDefinitionStaysServedUnderTheNamesItHas() {
    define("firsts", "\"kind\":\"First\",\"shortNames\":[\"f\"]");
    define("seconds", "\"kind\":\"Second\"");
    server.patch(
        DEFINITIONS + "/seconds.example.com",
        "merge-patch+json",
        "{\"spec\":{\"names\":{\"singular\":\"f\"}}}");
    assertThat(conditions("seconds"))
        .containsExactly(
            "NamesAccepted=False SingularConflict: \"f\" is already in use",
            "Established=True InitialNamesAccepted: the initial names have been accepted");
    assertThat(server.get("/apis/example.com/v1").text()).contains("\"singularName\":\"second\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org", "sub.example.com"})
  void otherGroupsDoNotConflict(String group) {
    TestServer.Reply other = server.post(DEFINITIONS, """
        {"metadata":{"name":"firsts.GROUP"},"spec":{"group":"GROUP","scope":"Namespaced",
         "names":{"plural":"firsts","kind":"First"},"versions":[{"name":"v1","served":true,
          "storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}
        """.replace("GROUP", group));
    assertThat(other.status()).isEqualTo(201);
    define("firsts", "\"kind\":\"First\"");
    assertThat(conditions("firsts").get(0)).startsWith("NamesAccepted=True");
    assertThat(server.get("/apis/" + group + "/v1/namespaces/default/firsts").status())
        .isEqualTo(200);
  }

  @Test
  void aDefinitionThatWasNeverServedCanBeDeleted() {
    define("firsts", "\"kind\":\"First\"");
    define("seconds", "\"kind\":\"First\"");
    server.delete(DEFINITIONS + "/seconds.example.com");
    assertThat(server.get(DEFINITIONS + "/seconds.example.com").status()).isEqualTo(404);
  }

  @Test
  void objectsOfADefinitionThatServesNoVersionAnyMoreGoWithIt() {
    define("firsts", "\"kind\":\"First\"");
    server.post(
        "/apis/example.com/v1/namespaces/default/firsts",
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"First\",\"metadata\":{\"name\":\"a\"}}");
    String path = DEFINITIONS + "/firsts.example.com";
    server.patch(
        path,
        "json-patch+json",
        "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/served\",\"value\":false}]");
    server.delete(path);
    assertThat(server.get(path).status()).isEqualTo(404);
    define("firsts", "\"kind\":\"First\"");
    assertThat(server.get("/apis/example.com/v1/namespaces/default/firsts").names())
        .isEmpty();
  }
}
