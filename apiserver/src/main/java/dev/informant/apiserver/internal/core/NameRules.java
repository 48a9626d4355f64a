package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.List;

/** Which names the kinds take, and which beginnings of names, in the words of a kube-apiserver. Stateless. */
final class NameRules {
  private static final Cause NAMELESS =
      Cause.required("metadata.name", "name or generateName is required");

  private NameRules() {}

  /** What is wrong with the name of a new object. */
  static List<Cause> complaints(ResourceType type, ObjectNode tree) {
    Metadata metadata = Metadata.of(tree);
    List<Cause> causes = new ArrayList<>();
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty() && !type.is(Kind.Trait.GENERATED_NAME_ONLY)) {
      add("generateName", prefix, wrong(type, tree, prefix, /* prefix= */ true), causes);
    }
    if (metadata.name().isEmpty()) {
      causes.add(NAMELESS);
    } else {
      add("name", metadata.name(), wrong(type, tree, metadata.name(), /* prefix= */ false), causes);
    }
    return causes;
  }

  /** What keeps names of any kind from being steps of a path. */
  static List<Cause> asSteps(Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    String prefix = metadata.text("generateName");
    add("generateName", prefix, NameForms.segment(prefix, /* prefix= */ true), causes);
    if (metadata.name().isEmpty()) {
      causes.add(NAMELESS);
    }
    add("name", metadata.name(), NameForms.segment(metadata.name(), /* prefix= */ false), causes);
    return causes;
  }

  private static void add(String field, String shown, List<String> wrong, List<Cause> causes) {
    wrong.forEach(
        one -> causes.add(Cause.invalid("metadata." + field, ObjectRules.quoted(shown), one)));
  }

  private static List<String> wrong(
      ResourceType type, ObjectNode tree, String name, boolean prefix) {
    return type.traits().nameMistakes(tree, name, prefix ? masked(name) : name, prefix);
  }

  /** A dash at the end will be followed by something; a kube-apiserver forgets the letter before it, too. */
  private static String masked(String prefix) {
    return prefix.length() > 1 && prefix.endsWith("-")
        ? prefix.substring(0, prefix.length() - 2) + "a"
        : prefix;
  }
}
