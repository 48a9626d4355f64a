package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What label and field selectors select, and in which words they are refused. */
@Timeout(30)
class SelectorRequestTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestServer server = new TestServer();

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          app                 | x y
          !app                | none
          app=a               | x
          app==a              | x
          app!=a              | none y
          app in (a,b)        | x y
          app in (a, c)       | x
          app notin (a)       | none y
          size>1              | y
          size<3              | x
          app,size=1          | x
          app in (,a)         | x
          app=a,app!=b        | x
          """)
  void labelSelectorsSelect(String selector, String expected) {
    server.configMap("x", "{\"app\":\"a\",\"size\":\"1\"}");
    server.configMap("y", "{\"app\":\"b\",\"size\":\"3\"}");
    server.configMap("none");
    assertThat(String.join(
            " ", server.get(MAPS + "?labelSelector=" + encode(selector)).names()))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          app=a=b     | found '=', expected: ',' or 'end of string'
          =a          | found '=', expected: !, identifier, or 'end of string'
          app,        | found '', expected: identifier after ','
          app in a    | unable to parse requirement: found 'a' expected: '('
          app in (a   | unable to parse requirement: found '', expected: ',' or ')'
          app b       | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt
          !           | unable to parse requirement: found '', expected: identifier
          """)
  void malformedLabelSelectorsAre400(String selector, String message) {
    TestServer.Reply reply = server.get(MAPS + "?labelSelector=" + encode(selector));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.reason()).isEqualTo("BadRequest");
    assertThat(reply.message()).isEqualTo(message);
  }

  @Test
  void unknownFieldsAre400WithTheKindsOwnText() {
    assertThat(server.get(MAPS + "?fieldSelector=data.x%3D1").message())
        .isEqualTo(
            "\"data.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    assertThat(server.get("/api/v1/pods?fieldSelector=spec.x%3D1").message())
        .isEqualTo("field label not supported: spec.x");
    assertThat(server.get("/api/v1/nodes?fieldSelector=metadata.namespace%3Dx").message())
        .isEqualTo("field label not supported: metadata.namespace");
    assertThat(server.get(MAPS + "?fieldSelector=nonsense").message())
        .isEqualTo("invalid selector: 'nonsense'; can't understand 'nonsense'");
  }

  @Test
  void fieldSelectorsSelect() {
    for (String node : new String[] {"n1", "n2"}) {
      server.post(
          "/api/v1/namespaces/default/pods",
          "{\"metadata\":{\"name\":\"on-" + node + "\"},\"spec\":{\"nodeName\":\"" + node
              + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    }
    assertThat(server.get("/api/v1/pods?fieldSelector=spec.nodeName%3Dn1").names())
        .containsExactly("on-n1");
    assertThat(server.get("/api/v1/pods?fieldSelector=spec.nodeName!%3Dn1").names())
        .containsExactly("on-n2");
    assertThat(server
            .get("/api/v1/pods?fieldSelector=status.phase%3DPending,metadata.name%3Don-n2")
            .names())
        .containsExactly("on-n2");
    assertThat(
            server.get("/api/v1/pods?fieldSelector=metadata.namespace%3Dother").names())
        .isEmpty();
    assertThat(server.get("/api/v1/pods?fieldSelector=spec.hostNetwork%3Dfalse").names())
        .hasSize(2);
    server.post(
        "/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"},\"type\":\"a,b\"}");
    assertThat(
            server.get("/api/v1/secrets?fieldSelector=" + encode("type=a\\,b")).names())
        .containsExactly("s");
    assertThat(
            server.get("/api/v1/namespaces?fieldSelector=status.phase%3DActive").names())
        .contains("default");
  }
}
