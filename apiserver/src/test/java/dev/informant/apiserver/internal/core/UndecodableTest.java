package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.Json;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is undecodable cannot be decoded, whatever kind it is of. */
@Timeout(60)
class UndecodableTest {
  /** Passes over what it does not know, as clients do. */
  private static final JsonMapper LENIENT = JsonMapper.builder()
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .build();

  private static final KubernetesSerialization MODELS = new KubernetesSerialization();

  private static JsonNode broken(ResourceType type) throws Exception {
    OddEvent event = OddEvent.of(new Oddity.Undecodable("default", "broken"), 7);
    return Json.read(event.encode(JsonRepresentation.COMPACT, type, true)).path("object");
  }

  @Test
  void noBuiltInKindIsReadThoughItsMetadataIsSound() throws Exception {
    List<ResourceType> watched = BuiltInResources.served(Set.of()).stream()
        .filter(type -> type.verbs().contains("watch"))
        .toList();
    assertThat(watched).hasSizeGreaterThan(50);
    for (ResourceType type : watched) {
      JsonNode broken = broken(type);
      Class<?> model = MODELS.getRegisteredKubernetesResource(type.apiVersion(), type.kind());
      assertThat(model).as(type.kind()).isNotNull();
      assertThatThrownBy(() -> LENIENT.treeToValue(broken, model))
          .as(type.kind() + " " + broken)
          .isInstanceOf(JsonMappingException.class);
      JsonNode sound = ((ObjectNode) broken.deepCopy()).retain("apiVersion", "kind", "metadata");
      assertThat(LENIENT
              .treeToValue(sound, GenericKubernetesResource.class)
              .getMetadata()
              .getName())
          .isEqualTo("broken");
    }
  }

  @Test
  void noFieldOfACustomResourceThatItsSchemaNamesIsRead() {
    TestServer server = new TestServer();
    server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
        {"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object"},
          "text":{"type":"string"},"part":{"type":"object"},"list":{"type":"array","items":{"type":"string"}}}}}}]}}
        """);
    TestServer.Watching watch = server.watch("/apis/example.com/v1/things?watch=1");
    server.core.faults().sendUndecodableObject(type -> true, "", "broken");
    JsonNode broken = watch.events().get(0).path("object");
    assertThat(broken.at("/metadata/name").asText()).isEqualTo("broken");
    assertThat(broken.path("text").isObject()).isTrue();
    assertThat(broken.path("list").isObject()).isTrue();
    assertThat(broken.path("part").isArray()).isTrue();
  }
}
