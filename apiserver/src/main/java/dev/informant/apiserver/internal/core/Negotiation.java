package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses representations from Accept, and reads bodies by their Content-Type. Failures are {@link
 * dev.informant.apiserver.internal.status.ApiStatusException}s (400, 406, 415). Thread-safe.
 */
public interface Negotiation {
  /** What is to be written. */
  enum Target {
    OBJECT,
    LIST,
    WATCH
  }

  Representation choose(ApiRequest request, ResourceType type, Target target);

  /** For discovery documents, which are written as a Status is; 406 if they do not have the form. */
  default Representation forDocument(ApiRequest request) {
    return forStatus(request);
  }

  /** For Statuses: never fails, JSON if nothing else is asked for. */
  Representation forStatus(ApiRequest request);

  /**
   * The body of a POST, PUT or DELETE as a tree.
   *
   * @param type what the path names; null if it is not a resource's object (DeleteOptions, Scale, …)
   */
  ObjectNode decode(ApiRequest request, @Nullable ResourceType type);

  /**
   * What a strict reader says of a body that {@link #decode} takes: members that are there twice.
   */
  default List<String> duplicates(ApiRequest request) {
    String format = request.header("content-type");
    boolean json = format == null || JsonBodies.mediaType(format).equals("application/json");
    return json ? JsonBodies.duplicates(request.body()) : List.of();
  }

  /**
   * Leaves out the zeros that typed objects do not have, puts in those that they always have, and writes quantities as
   * they do.
   */
  default void settle(ResourceType type, ObjectNode object) {}

  /** How many bytes an object takes where a kube-apiserver keeps it. */
  default long storedSize(ServedObject object) {
    return object.json().length;
  }
}
