package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A path of RFC 6901 that can also be written through. Immutable. */
record JsonPointer(List<String> tokens) {
  static JsonPointer parse(String text) throws PatchException {
    if (text.isEmpty()) {
      return new JsonPointer(List.of());
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw PatchException.unfit("not a path: " + text);
    }
    // as the real server's library does: what stands before the first slash does not count
    List<String> tokens = new ArrayList<>();
    for (String token : text.substring(slash + 1).split("/", -1)) {
      tokens.add(token.replace("~1", "/").replace("~0", "~"));
    }
    return new JsonPointer(List.copyOf(tokens));
  }

  boolean root() {
    return tokens.isEmpty();
  }

  JsonNode read(JsonNode tree) throws PatchException {
    JsonNode node = tree;
    for (String token : tokens) {
      node = child(node, token);
    }
    return node;
  }

  /** As {@link #read}, but a last member of the path that is missing from its object is null. */
  JsonNode readMember(JsonNode tree) throws PatchException {
    JsonNode parent = parent(tree);
    JsonNode member =
        parent instanceof ObjectNode object ? object.get(last()) : child(parent, last());
    return member == null ? NullNode.instance : member;
  }

  private JsonNode parent(JsonNode tree) throws PatchException {
    if (root()) {
      throw missing(); // nothing holds the whole
    }
    return new JsonPointer(tokens.subList(0, tokens.size() - 1)).read(tree);
  }

  private String last() {
    return tokens.get(tokens.size() - 1);
  }

  void add(JsonNode tree, JsonNode value) throws PatchException {
    JsonNode parent = parent(tree);
    if (parent instanceof ObjectNode object) {
      object.set(last(), value);
    } else if (parent instanceof ArrayNode array) {
      array.insert(last().equals("-") ? array.size() : index(last(), array.size() + 1), value);
    } else {
      throw missing();
    }
  }

  void replace(JsonNode tree, JsonNode value) throws PatchException {
    JsonNode parent = parent(tree);
    if (parent instanceof ObjectNode object) {
      // as the real server's library does: a member that is not there is added
      object.set(last(), value);
    } else if (parent instanceof ArrayNode array) {
      array.set(index(last(), array.size()), value);
    } else {
      throw missing();
    }
  }

  JsonNode remove(JsonNode tree) throws PatchException {
    JsonNode parent = parent(tree);
    JsonNode removed = child(parent, last());
    if (parent instanceof ObjectNode object) {
      object.remove(last());
    } else if (parent instanceof ArrayNode array) {
      array.remove(index(last(), array.size()));
    }
    return removed;
  }

  private JsonNode child(JsonNode node, String token) throws PatchException {
    JsonNode child =
        node instanceof ArrayNode array ? array.get(index(token, array.size())) : node.get(token);
    if (child == null) {
      throw missing();
    }
    return child;
  }

  /** Negative ones count from {@code bound} downwards. */
  private int index(String token, int bound) throws PatchException {
    int index;
    try {
      index = Integer.parseInt(token); // takes signs and leading zeros, as Go's does
    } catch (NumberFormatException malformed) {
      throw PatchException.unfit("not an index: " + token);
    }
    int place = index < 0 ? index + bound : index;
    if (place < 0 || place >= bound) {
      throw missing();
    }
    return place;
  }

  private PatchException missing() {
    return PatchException.unfit("no such path: /" + String.join("/", tokens));
  }
}
