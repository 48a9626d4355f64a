package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a CRD must be like, and how it may change. The conformance suite has many more of these. */
@Timeout(30)
class DefinitionRulesTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String PLAIN = "{\"type\":\"object\"}";

  private final TestServer server = new TestServer();

  private static String version(String name, boolean storage, String schema) {
    return "{\"name\":\"" + name + "\",\"served\":true,\"storage\":" + storage
        + ",\"schema\":{\"openAPIV3Schema\":" + schema + "}}";
  }

  private static String definition(String versions) {
    return """
        {"metadata":{"name":"as.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
         "names":{"plural":"as","kind":"A"},"versions":[%s]}}
        """.formatted(versions);
  }

  private TestServer.Reply post(String definition) {
    return server.post(DEFINITIONS, definition);
  }

  private TestServer.Reply change(String patch) {
    return server.patch(DEFINITIONS + "/as.example.com", "merge-patch+json", patch);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | properties[a].type: Required value: must not be empty for specified object fields",
        "{'type':'array'} | properties[a].items: Required value: must be specified",
        "{'type':'array','items':{}} | properties[a].items.type: Required value: must not be empty for specified array items",
        "{'type':'foo'} | properties[a].type: Unsupported value: \"foo\": supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\"",
        "{'type':'object','$ref':'x'} | properties[a].$ref: Forbidden: $ref is not supported",
        "{'type':'integer','default':'x'} | properties[a].default: Invalid value: \"string\":  in body must be of type integer: \"string\"",
        "{'type':'object','default':{'x':1}} | properties[a].default: Invalid value: {\"x\":1}: must not have unknown fields",
        "{'type':'object','additionalProperties':{'type':'string'},'properties':{'b':{'type':'string'}}} | properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
        "{'x-kubernetes-int-or-string':true,'x-kubernetes-preserve-unknown-fields':true} | properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
        "{'type':'object','x-kubernetes-embedded-resource':true} | properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
        "{'type':'array','x-kubernetes-list-type':'map','items':{'type':'object'}} | properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
        "{'type':'string','x-kubernetes-validations':[{}]} | properties[a].x-kubernetes-validations[0].rule: Required value: rule is not specified",
        "{'type':'string','anyOf':[{'type':'string'}]} | properties[a].anyOf[0].type: Forbidden: must be empty to be structural",
        "{'type':'string','pattern':'('} | properties[a].pattern: Invalid value: \"(\": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(`",
      })
  void aSchemaThatIsNotStructuralIs422(String property, String complaint) {
    TestServer.Reply reply = post(definition(version(
        "v1",
        true,
        "{\"type\":\"object\",\"properties\":{\"a\":" + property.replace('\'', '"') + "}}")));
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .isEqualTo("CustomResourceDefinition.apiextensions.k8s.io \"as.example.com\" is invalid:"
            + " spec.validation.openAPIV3Schema." + complaint);
  }

  @Test
  void aSchemaOfOneVersionAmongSeveralIsNamedWhereItStands() {
    assertThat(post(definition(version("v1", true, PLAIN) + ","
                + version("v2", false, "{\"type\":\"object\",\"properties\":{\"a\":{}}}")))
            .message())
        .contains("spec.versions[1].schema.openAPIV3Schema.properties[a].type: Required value");
  }

  @Test
  void aSchemaMaySayOnlyNamesOfMetadata() {
    String metadata = "{\"type\":\"object\",\"properties\":{\"metadata\":{\"type\":\"object\","
        + "\"properties\":{\"%s\":{\"type\":\"string\"}}}}}";
    assertThat(
            post(definition(version("v1", true, metadata.formatted("labels")))).message())
        .contains("must not specify anything other than name and generateName");
    assertThat(post(definition(version("v1", true, metadata.formatted("name")))).status())
        .isEqualTo(201);
  }

  @Test
  void exactlyOneVersionIsStoredAndNoneIsThereTwice() {
    assertThat(post(definition(version("v1", true, PLAIN) + "," + version("v1", false, PLAIN)))
            .message())
        .contains("must contain unique version names");
    assertThat(post(definition(version("v1", true, PLAIN) + "," + version("v2", true, PLAIN)))
            .message())
        .contains("must have exactly one version marked as storage version");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"kind\":\"A\" | \"kind\":\"A_b\" | spec.names.kind: Invalid value: \"A_b\": may have mixed case",
        "\"kind\":\"A\" | \"kind\":\"A\",\"listKind\":\"A\" | spec.names.listKind: Invalid value: \"A\": kind and listKind may not be the same",
        "\"kind\":\"A\" | \"kind\":\"A\",\"shortNames\":[\"X\"] | spec.names.shortNames[0]: Invalid value: \"X\": a DNS-1035 label",
        "\"name\":\"as. | \"name\":\"bs. | metadata.name: Invalid value: \"bs.example.com\": must be spec.names.plural+\".\"+spec.group",
        "\"scope\" | \"preserveUnknownFields\":true,\"scope\" | spec.preserveUnknownFields: Invalid value: true: cannot set to true",
        "\"scope\" | \"conversion\":{\"strategy\":\"Webhook\"},\"scope\" | spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
        "\"served\" | \"subresources\":{\"scale\":{\"specReplicasPath\":\".x\",\"statusReplicasPath\":\".status.x\"}},\"served\" | spec.subresources.scale.specReplicasPath: Invalid value: \".x\": should be a json path under .spec",
        "\"served\" | \"additionalPrinterColumns\":[{\"name\":\"x\",\"type\":\"foo\",\"jsonPath\":\".x\"}],\"served\" | spec.additionalPrinterColumns[0].type: Invalid value: \"foo\": must be one of boolean,date,integer,number,string",
      })
  void aDefinitionWithOneMistakeIsToldOfIt(String there, String mistaken, String complaint) {
    TestServer.Reply reply = post(definition(version("v1", true, PLAIN)).replace(there, mistaken));
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message()).contains(complaint);
  }

  @Test
  void groupsAreDomainNames() {
    assertThat(post(definition(version("v1", true, PLAIN)).replace("example.com", "example"))
            .message())
        .endsWith(
            "spec.group: Invalid value: \"example\": should be a domain with at least one dot");
  }

  @Test
  void scopeKindPluralAndGroupOfAnEstablishedDefinitionStay() {
    post(definition(version("v1", true, PLAIN)));
    assertThat(change("{\"spec\":{\"scope\":\"Cluster\"}}").message())
        .endsWith("spec.scope: Invalid value: \"Cluster\": field is immutable");
    assertThat(change("{\"spec\":{\"names\":{\"kind\":\"B\"}}}").message())
        .endsWith("spec.names.kind: Invalid value: \"B\": field is immutable");
    assertThat(change("{\"spec\":{\"names\":{\"plural\":\"bs\"}}}").message())
        .endsWith("spec.names.plural: Invalid value: \"bs\": field is immutable");
    assertThat(change("{\"spec\":{\"group\":\"example.org\"}}").message())
        .endsWith("spec.group: Invalid value: \"example.org\": field is immutable");
  }

  @Test
  void aVersionThatObjectsMayBeStoredInStays() {
    post(definition(version("v1", true, PLAIN)));
    String second = version("v2", true, PLAIN);
    String removal = "{\"spec\":{\"versions\":[" + second + "]}}";
    assertThat(change(removal).message())
        .contains(
            "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was"
                + " previously a storage version");
    TestServer.Reply both =
        change("{\"spec\":{\"versions\":[" + version("v1", false, PLAIN) + "," + second + "]}}");
    assertThat(both.json().at("/status/storedVersions").toString()).isEqualTo("[\"v1\",\"v2\"]");
    assertThat(change(removal).status()).isEqualTo(422);
    server.patch(
        DEFINITIONS + "/as.example.com/status",
        "merge-patch+json",
        "{\"status\":{\"storedVersions\":[\"v2\"]}}");
    assertThat(change(removal).status()).isEqualTo(200);
  }

  @Test
  void aPatchIsHeldToTheSameRulesAsANewDefinition() {
    post(definition(version("v1", true, PLAIN)));
    assertThat(change("{\"spec\":{\"versions\":[" + version("v1", true, "{}") + "]}}")
            .message())
        .contains(
            "spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root");
  }

  @Test
  void groupsOfAPatternMayShareAName() {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(?P<n>a)(?P<n>b)\"}}}";
    assertThat(post(definition(version("v1", true, schema))).status()).isEqualTo(201);
  }
}
