package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/** What an update must be like, given what it updates. Stateless. */
final class UpdateRules {
  private UpdateRules() {}

  /** Some kinds are replaced only by those who say what they replace. */
  static void checkVersionGiven(ResourceType type, Metadata was, Metadata is) {
    String version = is.resourceVersion();
    if (type.is(Kind.Trait.NEEDS_VERSION) && (version.isEmpty() || version.equals("0"))) {
      throw ApiStatusException.invalid(
          type.group(),
          type.plural(),
          was.name(),
          List.of(
              Cause.invalid("metadata.resourceVersion", "0", "must be specified for an update")));
    }
  }

  /** The uid of a PUT is a precondition, also where it would create: the uid that is there is empty then. */
  static void checkUid(ResourceType type, Metadata is, String there, String key) {
    if (!is.uid().isEmpty() && !is.uid().equals(there)) {
      throw unmet(type, is.name(), key, "UID", is.uid(), there);
    }
  }

  /** The version of a body that is not the object itself is a precondition, too. */
  static void checkVersionMet(ResourceType type, Metadata is, String there, String key) {
    if (!is.resourceVersion().isEmpty() && !is.resourceVersion().equals(there)) {
      throw unmet(type, is.name(), key, "ResourceVersion", is.resourceVersion(), there);
    }
  }

  /** 409 in the words of the storage. */
  static ApiStatusException unmet(
      ResourceType type, String name, String key, String what, String asked, String found) {
    return ApiStatusException.conflict(
        type.name(),
        name,
        "StorageError: invalid object, Code: 4, Key: " + key
            + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: " + what
            + " in precondition: " + asked + ", " + what + " in object meta: " + found);
  }

  /** A version must be a number, whether or not it is the right one. */
  static void checkForm(String version) {
    if (VersionText.parse(version) == null) {
      throw ApiStatusException.internal(VersionText.mistake(version));
    }
  }

  static void checkVersion(ResourceType type, Metadata was, Metadata is) {
    String version = is.resourceVersion();
    checkForm(version);
    if (!version.isEmpty()
        && !version.equals("0")
        && !Objects.equals(version, was.resourceVersion())) {
      throw ApiStatusException.modified(type.name(), was.name());
    }
  }

  /** What an update may not change; what the server keeps anyway is not compared. */
  static List<Cause> immutables(Metadata was, Metadata is) {
    List<Cause> causes = new ArrayList<>();
    for (String field : List.of("uid", "deletionTimestamp")) {
      boolean kept = is.text(field).isEmpty() || is.text(field).equals(was.text(field));
      if (!kept && (field.equals("uid") || !was.deleting())) {
        causes.add(Cause.invalid(
            "metadata." + field, ObjectRules.quoted(is.text(field)), "field is immutable"));
      }
    }
    JsonNode grace = is.node().path("deletionGracePeriodSeconds");
    if (grace.isNumber()
        && grace.asLong() != was.node().path("deletionGracePeriodSeconds").asLong(-1)) {
      causes.add(Cause.invalid(
          "metadata.deletionGracePeriodSeconds", grace.asText(), "field is immutable"));
    }
    if (was.deleting()) {
      newFinalizers(was, is, causes);
    }
    return causes;
  }

  /** What there is besides metadata: if it stays as it is, it is not looked at again. */
  private static ObjectNode content(ObjectNode object) {
    return object.deepCopy().without(List.of("metadata", "kind", "apiVersion", "status"));
  }

  private static void newFinalizers(Metadata was, Metadata is, List<Cause> causes) {
    List<String> added = new ArrayList<>(is.finalizers());
    added.removeAll(new HashSet<>(was.finalizers()));
    if (!added.isEmpty()) {
      StringBuilder shown = new StringBuilder();
      added.forEach(one ->
          shown.append(shown.isEmpty() ? "" : ", ").append('"').append(one).append('"'));
      causes.add(Cause.forbidden(
          "metadata.finalizers",
          "no new finalizers can be added if the object is being deleted, found new finalizers"
              + " []string{"
              + shown
              + "}"));
    }
  }

  /**
   * What is wrong with an update. A kube-apiserver looks at the metadata for every kind and once more with each
   * kind's own checks, and tells what it finds each time.
   */
  static List<Cause> complaints(
      ResourceType type,
      ObjectNode current,
      ObjectNode merged,
      Writes.Part part,
      List<Cause> immutables) {
    Metadata metadata = Metadata.of(merged);
    List<Cause> form = MetadataRules.formOf(metadata);
    List<Cause> causes = new ArrayList<>(MetadataRules.general(metadata));
    int times = MetadataRules.checkedByKind(type) ? 2 : 1;
    for (int i = 0; i < times; i++) {
      causes.addAll(i == 0 || !type.is(Kind.Trait.COMPARED_ONCE) ? immutables : List.of());
      causes.addAll(form);
    }
    causes.addAll(MetadataRules.ownFinalizers(type, metadata));
    if (part == Writes.Part.WHOLE) {
      List<Cause> changes = type.builtIn() ? type.traits().checkChange(current, merged) : List.of();
      boolean first = type.is(Kind.Trait.CHANGES_FIRST);
      causes.addAll(first ? changes : List.of());
      if (type.is(Kind.Trait.CHECKED_AS_NEW)) {
        causes.addAll(ObjectRules.complaints(type, merged));
      }
      if (type.builtIn() && !content(current).equals(content(merged))) {
        causes.addAll(type.traits().check(merged, type.schema()));
      }
      causes.addAll(first ? List.of() : changes);
    } else if (part == Writes.Part.EPHEMERAL || part == Writes.Part.RESIZE) {
      causes.addAll(type.traits().check(merged, type.schema()));
      causes.addAll(PodParts.complaints(current, merged, part));
    } else if (part == Writes.Part.FINALIZE) {
      causes.addAll(
          MetadataRules.qualified("spec.finalizers", merged.path("spec").path("finalizers")));
    }
    return causes;
  }
}
