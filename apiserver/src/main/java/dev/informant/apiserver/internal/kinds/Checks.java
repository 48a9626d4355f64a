package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Collects what is wrong with one part of an object; parts of the part share the list. Used by one thread. */
final class Checks {
  static final int LAST_PORT = 65535;

  /** Nobody reads more of them, and a body of empty objects would fill the heap with them. */
  private static final int MOST_CAUSES = 10_000;

  private final JsonNode node;
  private final String path;
  private final List<Cause> causes;

  private Checks(JsonNode node, String path, List<Cause> causes) {
    this.node = node;
    this.path = path;
    this.causes = causes;
  }

  static Checks of(JsonNode object) {
    return new Checks(object, "", new ArrayList<>());
  }

  List<Cause> causes() {
    return causes;
  }

  JsonNode node() {
    return node;
  }

  JsonNode get(String field) {
    return node.path(field);
  }

  String text(String field) {
    return node.path(field).asText("");
  }

  String path(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  Checks at(String field) {
    return new Checks(node.path(field), path(field), causes);
  }

  void add(Cause cause) {
    if (causes.size() < MOST_CAUSES) {
      causes.add(cause);
    }
  }

  /** Where this part stands. */
  String here() {
    return path;
  }

  /** The same part, its complaints to be said at the place of {@code other}. */
  Checks toldAt(Checks other) {
    return new Checks(node, other.path, causes);
  }

  /** The same part, its complaints with those of {@code other} and at {@code place}. */
  Checks within(Checks other, String place) {
    return new Checks(node, place, other.causes);
  }

  /** The keys and values of a map of labels, which all stand at its own place. */
  Checks labels(String field) {
    get(field).properties().forEach(label -> {
      each(NameForms.key(label.getKey()), field, label.getKey());
      each(NameForms.value(label.getValue().asText()), field, label.getValue().asText());
    });
    return this;
  }

  /** A DNS name of several parts, if it is there. */
  Checks subdomain(String field) {
    String value = text(field);
    return value.isEmpty() ? this : each(NameForms.subdomain(value), field, value);
  }

  /** The number of a port, or its name in a container. */
  Checks portOrName(String field) {
    if (get(field).isTextual()) {
      return each(NameForms.portName(text(field)), field, text(field));
    }
    return port(field);
  }

  Checks forbidden(String field, String detail) {
    add(Cause.forbidden(path(field), detail));
    return this;
  }

  /** As {@link #oneOf}, for a field that must not be empty if it is there. */
  Checks someOf(String field, String... supported) {
    if (present(field) && text(field).isEmpty()) {
      add(Cause.required(path(field), ""));
      return this;
    }
    return oneOf(field, supported);
  }

  boolean present(String field) {
    JsonNode value = node.path(field);
    return !value.isMissingNode() && !value.isNull();
  }

  /** A text, list or object that may not be empty. */
  Checks required(String field) {
    return required(field, "");
  }

  Checks required(String field, String detail) {
    JsonNode value = node.path(field);
    boolean empty = value.isContainerNode() ? value.isEmpty() : value.asText("").isEmpty();
    if (empty || value.isNull()) {
      add(Cause.required(path(field), detail));
    }
    return this;
  }

  Checks nonNegative(String... fields) {
    for (String field : fields) {
      if (get(field).asLong() < 0) {
        invalid(field, get(field).asText(), "must be greater than or equal to 0");
      }
    }
    return this;
  }

  Checks positive(String field) {
    if (present(field) && get(field).asLong() <= 0) {
      invalid(field, get(field).asText(), "must be greater than 0");
    }
    return this;
  }

  /** {@code supported} as they are listed in the message; the field may be absent. */
  Checks oneOf(String field, String... supported) {
    String value = text(field);
    if (present(field) && !List.of(supported).contains(value)) {
      add(Cause.unsupported(path(field), value, "\"" + String.join("\", \"", supported) + "\""));
    }
    return this;
  }

  Checks invalid(String field, String shown, String detail) {
    add(Cause.invalid(path(field), shown, detail));
    return this;
  }

  Checks port(String field) {
    long port = get(field).asLong();
    if (port < 1 || port > LAST_PORT) {
      invalid(field, Long.toString(port), "must be between 1 and 65535, inclusive");
    }
    return this;
  }

  /** A name of one DNS label, which must be there. */
  Checks requiredLabel(String field) {
    required(field);
    return label(field);
  }

  Checks label(String field) {
    String value = text(field);
    if (value.isEmpty()) {
      return this;
    }
    return each(NameForms.label(value), field, value);
  }

  /** A name that must be there and may have a DNS prefix. */
  Checks requiredQualified(String field) {
    required(field);
    return qualified(field, text(field));
  }

  /** A name that may have a DNS prefix, and where it is said to stand. */
  Checks qualified(String place, String value) {
    return each(NameForms.key(value), place, value);
  }

  /** The keys of a ConfigMap or Secret. */
  Checks configKeys(String field) {
    node.path(field)
        .fieldNames()
        .forEachRemaining(key -> each(NameForms.configKey(key), field + "[" + key + "]", key));
    return this;
  }

  Checks each(List<String> complaints, String field, String value) {
    complaints.forEach(wrong -> invalid(field, quoted(value), wrong));
    return this;
  }

  Checks each(String field, Consumer<Checks> check) {
    int index = 0;
    for (JsonNode element : node.path(field)) {
      check.accept(new Checks(element, path(field) + "[" + index + "]", causes));
      index++;
    }
    return this;
  }

  /** The same value twice in a list is reported at the second. */
  Checks unique(String field, Set<String> seen) {
    notAmong(field, seen);
    if (!text(field).isEmpty()) {
      seen.add(text(field));
    }
    return this;
  }

  /** As {@link #unique}, but the value is not one of them then. */
  Checks notAmong(String field, Set<String> seen) {
    String value = text(field);
    if (!value.isEmpty() && seen.contains(value)) {
      add(new Cause("FieldValueDuplicate", "Duplicate value: " + quoted(value), path(field)));
    }
    return this;
  }

  Checks notFound(String field) {
    add(new Cause("FieldValueNotFound", "Not found: " + quoted(text(field)), path(field)));
    return this;
  }

  Set<String> seen() {
    return new HashSet<>();
  }

  static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
