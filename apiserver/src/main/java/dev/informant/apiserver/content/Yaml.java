package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.core.JsonBodies;
import dev.informant.apiserver.core.UnreadableBody;
import dev.informant.apiserver.storage.Json;
import dev.informant.apiserver.yaml.YamlProblem;
import dev.informant.apiserver.yaml.YamlReader;

/** YAML bodies as objects. Stateless. */
final class Yaml {
  private Yaml() {}

  /** An object; an empty body is an empty one. */
  static ObjectNode read(byte[] body) throws UnreadableBody {
    JsonNode tree;
    try {
      tree = YamlReader.read(body);
    } catch (YamlProblem malformed) {
      throw new UnreadableBody(malformed.complaint());
    }
    if (tree.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (tree instanceof ObjectNode object) {
      return JsonBodies.typed(object);
    }
    return JsonBodies.decodeJson(Json.write(tree));
  }
}
