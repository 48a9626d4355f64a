package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.Schemas;
import dev.informant.apiserver.internal.values.GoJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Kubernetes' own patch: a merge patch that merges some lists element by element and takes directives.
 * Stateless.
 */
public final class StrategicMergePatch {
  private static final String DIRECTIVE = "$patch";
  private static final String RETAIN = "$retainKeys";
  private static final String DELETE_PLAIN = "$deleteFromPrimitiveList/";
  private static final String ORDER = "$setElementOrder/";
  private static final String OBJECT = GoValues.type(JsonNodeFactory.instance.objectNode());

  private StrategicMergePatch() {}

  /** A patched copy of an object of a built-in kind. */
  public static ObjectNode apply(JsonNode schema, ObjectNode original, JsonNode patch)
      throws PatchException {
    if (patch.isNull()) {
      return original.deepCopy();
    }
    if (!(patch instanceof ObjectNode object)) {
      throw PatchException.malformed("json: cannot unmarshal " + GoJson.word(patch)
          + " into Go value of type map[string]interface {}");
    }
    return merge(original.deepCopy(), object, Schemas.resolved(schema));
  }

  /** {@code schema} is that of what is patched; missing if nothing is known of it. */
  private static ObjectNode merge(ObjectNode target, ObjectNode patch, JsonNode schema)
      throws PatchException {
    JsonNode directive = patch.get(DIRECTIVE);
    if (directive != null) {
      return directed(directive, patch);
    }
    retain(target, patch);
    checkDirectives(patch, schema);
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      String field = property.getKey();
      if (field.startsWith(DELETE_PLAIN)) {
        removePlain(target, field.substring(DELETE_PLAIN.length()), property.getValue());
      } else if (!field.startsWith("$")) {
        mergeField(target, field, property.getValue(), schema);
      }
    }
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      if (property.getKey().startsWith(ORDER)) {
        order(target, property.getKey().substring(ORDER.length()), property.getValue(), schema);
      }
    }
    return target;
  }

  private static void checkDirectives(ObjectNode patch, JsonNode schema) throws PatchException {
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      String field = property.getKey();
      JsonNode value = property.getValue();
      if (field.startsWith("$setElementOrder")) {
        if (!value.isArray()) {
          throw PatchException.failed(
              "expected a []interface {}, but received a " + GoValues.type(value));
        }
        if (!field.startsWith(ORDER)) {
          throw PatchException.malformed("invalid patch format of setElementOrder list");
        }
        checkOrder(field.substring(ORDER.length()), value, patch, schema);
      } else if (field.startsWith("$deleteFromPrimitiveList") && !field.startsWith(DELETE_PLAIN)) {
        throw PatchException.malformed("invalid patch format of primitive list");
      }
    }
  }

  /** Elements of a list must come in the order that is wanted, and be named in it. */
  private static void checkOrder(String field, JsonNode order, ObjectNode patch, JsonNode schema)
      throws PatchException {
    String key = mergeKey(schema, field);
    JsonNode list = patch.path(field);
    if (order.isEmpty() || !list.isArray()) {
      return;
    }
    int at = 0;
    for (JsonNode element : list) {
      if (element.has(DIRECTIVE)) {
        continue;
      }
      JsonNode identity = key.isEmpty() ? element : element.path(key);
      while (at < order.size()
          && !identity.equals(key.isEmpty() ? order.get(at) : order.get(at).path(key))) {
        at++;
      }
      if (at == order.size()) {
        throw PatchException.failed("The order in patch list:\n" + GoValues.shown(list)
            + "\n doesn't match $setElementOrder list:\n" + GoValues.shown(order) + "\n");
      }
      at++;
    }
  }

  /** What a map becomes that says how it is to be patched. */
  private static ObjectNode directed(JsonNode directive, ObjectNode patch) throws PatchException {
    return switch (directive.isTextual() ? directive.asText() : "") {
      case "replace" -> patch.deepCopy().without(List.of(DIRECTIVE));
      case "delete" -> JsonNodeFactory.instance.objectNode();
      default -> throw unknown(directive, patch);
    };
  }

  private static PatchException unknown(JsonNode directive, ObjectNode patch) {
    String shown = GoValues.shown(directive);
    if (!directive.isTextual()) {
      shown = "%!s(" + (directive.isNull() ? "" : GoValues.type(directive) + "=") + shown + ")";
    }
    return PatchException.failed(
        "unknown patch type: " + shown + " in map: " + GoValues.shown(patch));
  }

  private static void mergeField(ObjectNode target, String field, JsonNode value, JsonNode schema)
      throws PatchException {
    JsonNode there = target.get(field);
    List<String> strategy = strategy(schema, field);
    if (value.isNull()) {
      target.remove(field);
    } else if (value instanceof ObjectNode nested) {
      if (there instanceof ObjectNode && strategy.contains("replace")) {
        target.set(field, nested.deepCopy());
      } else if (there instanceof ObjectNode object) {
        target.set(field, merge(object, nested, inner(schema, field)));
      } else if (nested.has(DIRECTIVE)) {
        target.remove(field); // nothing to direct
      } else {
        target.set(field, plain(nested));
      }
    } else if (value instanceof ArrayNode list) {
      if (!(there instanceof ArrayNode existing)) {
        target.set(field, plainList(list));
      } else if (strategy.contains("merge")) {
        target.set(
            field, mergeLists(existing, list, mergeKey(schema, field), inner(schema, field)));
      } else {
        target.set(field, list.deepCopy());
      }
    } else {
      target.set(field, value.deepCopy());
    }
  }

  /** The schema of a field, or of the elements of a list; missing if nothing is known of it. */
  private static JsonNode inner(JsonNode schema, String field) {
    JsonNode of = schema.path("properties").path(field);
    return Schemas.resolved(of.has("items") ? of.get("items") : of);
  }

  private static String mergeKey(JsonNode schema, String field) {
    return schema
        .path("properties")
        .path(field)
        .path("x-kubernetes-patch-merge-key")
        .asText("");
  }

  private static List<String> strategy(JsonNode schema, String field) {
    JsonNode of = schema.path("properties").path(field).path("x-kubernetes-patch-strategy");
    return List.of(of.asText("").split(","));
  }

  private static ArrayNode mergeLists(
      ArrayNode existing, ArrayNode patch, String key, JsonNode schema) throws PatchException {
    if (existing.isEmpty() && patch.isEmpty()) {
      return existing;
    }
    if (!elementType(existing, patch).equals(OBJECT)) {
      return union(existing, patch);
    }
    if (key.isEmpty()) {
      throw PatchException.failed("cannot merge lists without merge key for string");
    }
    return mergeList(existing, patch, key, schema);
  }

  /** The one type that all elements have. */
  private static String elementType(ArrayNode existing, JsonNode patch) throws PatchException {
    String type = "";
    for (Iterable<JsonNode> list : List.of(existing, patch)) {
      for (JsonNode element : list) {
        String own = GoValues.type(element);
        if (type.isEmpty() && element.isArray()) {
          throw PatchException.failed("lists of lists are not supported");
        }
        if (!type.isEmpty() && !type.equals(own)) {
          throw PatchException.failed("list element types are not identical: ["
              + GoValues.shown(existing) + " " + GoValues.shown(patch) + "]");
        }
        type = own;
      }
    }
    return type;
  }

  private static ArrayNode mergeList(
      ArrayNode existing, ArrayNode patch, String key, JsonNode schema) throws PatchException {
    List<JsonNode> result = new ArrayList<>();
    existing.forEach(result::add);
    List<ObjectNode> changes = new ArrayList<>();
    Set<JsonNode> deleted = new HashSet<>();
    boolean replaces = false;
    for (JsonNode element : patch) {
      ObjectNode change = (ObjectNode) element;
      JsonNode directive = change.get(DIRECTIVE);
      if (directive == null) {
        changes.add(change);
      } else if (directive.asText().equals("delete")) {
        deleted.add(identity(change, key));
      } else if (directive.asText().equals("replace")) {
        replaces = true;
      } else if (directive.asText().equals("merge")) {
        throw PatchException.failed("merging lists cannot yet be specified in the patch");
      } else {
        throw unknown(directive, change);
      }
    }
    if (replaces) {
      return array(List.copyOf(changes));
    }
    result.removeIf(one -> one.has(key) && deleted.contains(one.get(key)));
    Map<JsonNode, Integer> places = places(result, one -> one.path(key));
    for (ObjectNode change : changes) {
      Integer at = places.putIfAbsent(identity(change, key), result.size());
      if (at != null && result.get(at) instanceof ObjectNode matched) {
        result.set(at, merge(matched, change, schema));
      } else {
        result.add(change.deepCopy());
      }
    }
    return ordered(result, existing, patch, element -> element.path(key));
  }

  private static JsonNode identity(ObjectNode change, String key) throws PatchException {
    JsonNode identity = change.get(key);
    if (identity == null) {
      throw PatchException.failed(
          "map: " + GoValues.shown(change) + " does not contain declared merge key: " + key);
    }
    return identity;
  }

  /**
   * Elements the patch names and elements it does not, merged by where they stood before; a new one comes before
   * those that the patch does not name.
   */
  private static ArrayNode ordered(
      List<JsonNode> merged,
      ArrayNode before,
      ArrayNode patch,
      Function<JsonNode, JsonNode> identity) {
    Map<JsonNode, Integer> places = places(before, identity);
    Map<JsonNode, Integer> wanted = places(patch, identity);
    List<JsonNode> named = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    merged.forEach(
        element -> (wanted.containsKey(identity.apply(element)) ? named : others).add(element));
    named.sort(Comparator.comparingInt(element -> wanted.getOrDefault(identity.apply(element), 0)));
    List<JsonNode> result = new ArrayList<>();
    int other = 0;
    for (JsonNode element : named) {
      int place = places.getOrDefault(identity.apply(element), -1);
      while (place >= 0
          && other < others.size()
          && places.getOrDefault(identity.apply(others.get(other)), -1) < place) {
        result.add(others.get(other++));
      }
      result.add(element);
    }
    result.addAll(others.subList(other, others.size()));
    return array(result);
  }

  private static void order(ObjectNode target, String field, JsonNode order, JsonNode schema) {
    if (!(target.get(field) instanceof ArrayNode list) || !order.isArray()) {
      return;
    }
    String key = mergeKey(schema, field);
    Function<JsonNode, JsonNode> identity = key.isEmpty() ? one -> one : one -> one.path(key);
    Map<JsonNode, Deque<Integer>> places = new HashMap<>();
    for (int at = 0; at < list.size(); at++) {
      JsonNode own = identity.apply(list.get(at));
      places.computeIfAbsent(own, absent -> new ArrayDeque<>()).add(at);
    }
    Set<Integer> moved = new HashSet<>();
    List<JsonNode> result = new ArrayList<>();
    for (JsonNode wanted : order) {
      JsonNode own = identity.apply(wanted);
      Deque<Integer> left = own.isMissingNode() ? null : places.get(own);
      if (left != null && !left.isEmpty()) {
        int at = left.remove();
        moved.add(at);
        result.add(list.get(at));
      }
    }
    for (int at = 0; at < list.size(); at++) {
      if (!moved.contains(at)) {
        result.add(list.get(at));
      }
    }
    target.set(field, array(result));
  }

  /** Where each element stands first. */
  private static Map<JsonNode, Integer> places(
      Iterable<JsonNode> elements, Function<JsonNode, JsonNode> identity) {
    Map<JsonNode, Integer> places = new HashMap<>();
    int at = 0;
    for (JsonNode element : elements) {
      places.putIfAbsent(identity.apply(element), at++);
    }
    return places;
  }

  /** What is to stay must be all that the patch sets. */
  private static void retain(ObjectNode target, ObjectNode patch) throws PatchException {
    JsonNode keys = patch.get(RETAIN);
    if (keys == null) {
      return;
    }
    Set<String> kept = new HashSet<>();
    keys.forEach(key -> kept.add(key.asText()));
    boolean sound = keys.isArray();
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      sound &= property.getValue().isNull()
          || property.getKey().startsWith("$")
          || kept.contains(property.getKey());
    }
    if (!sound) {
      throw PatchException.malformed("invalid patch format of retainKeys");
    }
    target.retain(kept);
  }

  private static void removePlain(ObjectNode target, String field, JsonNode values)
      throws PatchException {
    if (target.get(field) instanceof ArrayNode list && values.isArray()) {
      elementType(list, values);
      List<JsonNode> result = new ArrayList<>();
      list.forEach(result::add);
      Set<JsonNode> removed = new HashSet<>();
      values.forEach(removed::add);
      result.removeAll(removed);
      target.set(field, array(result));
    }
  }

  private static ArrayNode union(ArrayNode existing, ArrayNode patch) {
    List<JsonNode> result = new ArrayList<>();
    existing.forEach(result::add);
    Set<JsonNode> seen = new HashSet<>(result);
    patch.forEach(value -> {
      if (seen.add(value)) {
        result.add(value);
      }
    });
    return ordered(result, existing, patch, Function.identity());
  }

  /** The content of a patch where there is nothing to merge it with: directives and nulls are gone. */
  private static ObjectNode plain(ObjectNode patch) {
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    patch.properties().forEach(property -> {
      JsonNode value = property.getValue();
      if (!property.getKey().startsWith("$") && !value.isNull()) {
        plain.set(
            property.getKey(),
            value instanceof ObjectNode object
                ? plain(object)
                : value instanceof ArrayNode list ? plainList(list) : value.deepCopy());
      }
    });
    return plain;
  }

  private static ArrayNode plainList(ArrayNode list) {
    List<JsonNode> result = new ArrayList<>();
    for (JsonNode element : list) {
      if (!(element instanceof ObjectNode object)) {
        result.add(element.deepCopy());
      } else if (!object.has(DIRECTIVE)) {
        result.add(plain(object));
      }
    }
    return array(result);
  }

  private static ArrayNode array(List<JsonNode> elements) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.size());
    elements.forEach(array::add);
    return array;
  }
}
