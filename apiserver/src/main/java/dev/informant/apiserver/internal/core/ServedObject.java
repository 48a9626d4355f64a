package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.StoredObject;

/** A stored object seen through one version of its API. Immutable. */
public record ServedObject(ResourceType type, StoredObject stored) {
  private static final byte[] UNTYPED = {'{'};

  /** Compact JSON with kind and apiVersion, without a newline. */
  public byte[] json() {
    return stored.json(type.jsonPrefix());
  }

  /** Compact JSON as an item of a list: items of built-in types carry neither kind nor apiVersion. */
  public byte[] jsonItem() {
    return type.builtIn() ? stored.json(UNTYPED) : json();
  }

  /** A tree of the caller's own, with kind and apiVersion first. */
  public ObjectNode tree() {
    ObjectNode content = stored.tree();
    ObjectNode tree = content.objectNode();
    tree.put("kind", type.kind()).put("apiVersion", type.apiVersion());
    tree.setAll(content);
    return tree;
  }
}
