package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoPattern;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks values against the schemas of CRDs, in the order and the words of a kube-apiserver. A value that an update
 * leaves as it was is forgiven what is wrong with it. Not checked: CEL rules. Stateless.
 */
public final class Validation {
  private static final String IN_BODY = " in body ";

  private Validation() {}

  /** What is wrong with a new value; {@code base} is where it stands. */
  public static List<Cause> validate(JsonNode value, JsonNode schema, String base) {
    return check(value, schema, Where.ROOT, null).causes(base);
  }

  /** What is wrong with a value that takes the place of another. */
  public static List<Cause> validateUpdate(
      JsonNode value, JsonNode old, JsonNode schema, String base) {
    return check(value, schema, Where.ROOT, new Earlier(old, schema)).causes(base);
  }

  private static Findings check(
      JsonNode value, JsonNode schema, Where path, @Nullable Earlier earlier) {
    Findings findings = new Findings();
    if (value.isNull()) {
      Types.check(value, schema, path, findings);
      enumeration(value, schema, path, findings);
    } else {
      if (schema.has("type")
          || Schemas.intOrString(schema)
          || !Formats.of(schema).isEmpty()) {
        Types.check(value, schema, path, findings);
        findings.pass();
      }
      findings.merge(combined(value, schema, path, earlier)).pass();
      if (value.isTextual()) {
        text(value, schema, path, findings);
      } else if (value.isNumber()) {
        NumberBounds.check(value, schema, path, findings);
        findings.pass();
      } else if (value.isArray()) {
        list(value, schema, path, earlier, findings);
        findings.pass();
      }
      enumeration(value, schema, path, findings);
      findings.pass();
      if (value.isObject()) {
        object(value, schema, path, earlier, findings);
        findings.pass();
      }
      findings.pass();
    }
    return earlier != null && earlier.value().equals(value) ? findings.forgiven() : findings;
  }

  /** anyOf, oneOf, allOf and not. */
  private static Findings combined(
      JsonNode value, JsonNode schema, Where path, @Nullable Earlier earlier) {
    Findings findings = new Findings();
    if (!schema.path("anyOf").isEmpty()) {
      Findings best = null;
      for (JsonNode one : schema.get("anyOf")) {
        Findings result = check(value, one, path, earlier);
        if (result.none()) {
          best = result;
          break;
        }
        best = best == null || result.passed() > best.passed() ? result : best;
      }
      if (best != null && !best.none()) {
        findings.elsewhere(
            GoJson.quoted(path.toString()) + " must validate at least one schema (anyOf)");
      }
      findings.merge(best == null ? new Findings() : best);
    }
    if (!schema.path("oneOf").isEmpty()) {
      oneOf(value, schema.get("oneOf"), path, earlier, findings);
    }
    if (!schema.path("allOf").isEmpty()) {
      int valid = 0;
      for (JsonNode one : schema.get("allOf")) {
        Findings result = check(value, one, path, earlier);
        valid += result.none() ? 1 : 0;
        findings.merge(result);
      }
      if (valid < schema.get("allOf").size()) {
        findings.elsewhere(GoJson.quoted(path.toString()) + " must validate all the schemas (allOf)"
            + (valid == 0 ? ". None validated" : ""));
      }
    }
    if (schema.path("not").isObject()
        && check(value, schema.get("not"), path, earlier).none()) {
      findings.elsewhere(GoJson.quoted(path.toString()) + " must not validate the schema (not)");
    }
    findings.pass();
    return findings;
  }

  private static void oneOf(
      JsonNode value, JsonNode schemas, Where path, @Nullable Earlier earlier, Findings findings) {
    Findings best = null;
    Findings first = null;
    int valid = 0;
    for (JsonNode one : schemas) {
      Findings result = check(value, one, path, earlier);
      if (result.none()) {
        valid++;
        first = first == null ? result : first;
      } else if (best == null || result.passed() > best.passed()) {
        best = result;
      }
    }
    if (valid == 1 && first != null) {
      findings.merge(first);
      return;
    }
    findings.elsewhere(
        GoJson.quoted(path.toString()) + " must validate one and only one schema (oneOf). Found "
            + (valid == 0 ? "none valid" : valid + " valid alternatives"));
    if (valid == 0 && best != null) {
      findings.merge(best);
    }
  }

  /** The first of length and pattern that is not as it should be, and the format. */
  private static void text(JsonNode value, JsonNode schema, Where path, Findings findings) {
    String text = value.asText();
    int length = text.codePointCount(0, text.length());
    String shown = GoJson.quoted(text);
    if (schema.has("maxLength") && length > schema.get("maxLength").asLong()) {
      long most = schema.get("maxLength").asLong();
      findings.add(
          path,
          "FieldValueTooLong",
          path + IN_BODY + "should be at most " + most + " chars long",
          "Too long: may not be more than " + most + (most == 1 ? " byte" : " bytes"));
    } else if (schema.has("minLength") && length < schema.get("minLength").asLong()) {
      findings.invalid(
          path,
          shown,
          path + IN_BODY + "should be at least " + schema.get("minLength").asLong()
              + " chars long");
    } else {
      String pattern = schema.path("pattern").asText("");
      if (!pattern.isEmpty() && !GoPattern.of(pattern).matches(text)) {
        findings.invalid(path, shown, path + IN_BODY + "should match '" + pattern + "'");
      }
    }
    findings.pass();
    String format = Formats.of(schema);
    if (Set.of("", "int32", "int64", "float", "double").contains(format)) {
      return;
    }
    if (!Formats.fits(format, text)) {
      Types.mismatch(path, format, text, findings);
    }
    findings.pass();
  }

  private static void list(
      JsonNode value, JsonNode schema, Where path, @Nullable Earlier earlier, Findings findings) {
    int index = 0;
    for (JsonNode element : value) {
      if (schema.path("items").isObject() && !findings.full()) {
        Earlier before = earlier == null ? null : earlier.element(element);
        findings.merge(check(element, schema.get("items"), path.element(index), before));
      }
      index++;
    }
    fewest(value, schema, "minItems", "items", path, findings);
    most(value, schema, "maxItems", "items", path, findings);
    findings.pass();
  }

  private static void fewest(
      JsonNode value, JsonNode schema, String keyword, String of, Where path, Findings findings) {
    if (schema.has(keyword) && value.size() < schema.get(keyword).asLong()) {
      findings.invalid(
          path,
          Integer.toString(value.size()),
          path + IN_BODY + "should have at least " + schema.get(keyword).asLong() + " " + of);
    }
  }

  private static void most(
      JsonNode value, JsonNode schema, String keyword, String of, Where path, Findings findings) {
    if (schema.has(keyword) && value.size() > schema.get(keyword).asLong()) {
      long most = schema.get(keyword).asLong();
      findings.add(
          path,
          "FieldValueTooMany",
          path + IN_BODY + "should have at most " + most + " " + of,
          "Too many: " + value.size() + ": must have at most " + most
              + (most == 1 ? " item" : " items"));
    }
  }

  private static void object(
      JsonNode value, JsonNode schema, Where path, @Nullable Earlier earlier, Findings findings) {
    fewest(value, schema, "minProperties", "properties", path, findings);
    most(value, schema, "maxProperties", "properties", path, findings);
    JsonNode properties = schema.path("properties");
    JsonNode additional = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      String name = member.getKey();
      if (properties.has(name) || findings.full()) {
        continue;
      }
      if (additional.isObject()) {
        Earlier before = earlier == null ? null : earlier.member(name);
        findings.merge(check(member.getValue(), additional, path.then("." + name), before));
      } else if (additional.isBoolean() && !additional.asBoolean()) {
        findings.invalid(
            path, GoJson.quoted(name), path + "." + name + IN_BODY + "is a forbidden property");
      }
    }
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String name = property.getKey();
      if (value.has(name) && !findings.full()) {
        Earlier before = earlier == null ? null : earlier.member(name);
        Where at = path.member(name);
        findings.merge(check(value.get(name), property.getValue(), at, before));
      }
    }
    for (JsonNode required : schema.path("required")) {
      Where at = path.then("." + required.asText());
      if (!value.has(required.asText()) && !findings.full()) {
        findings.add(at, "FieldValueRequired", at + IN_BODY + "is required", "Required value");
      }
    }
  }

  private static void enumeration(JsonNode value, JsonNode schema, Where path, Findings findings) {
    JsonNode allowed = schema.path("enum");
    if (allowed.isEmpty()) {
      return;
    }
    List<String> supported = new ArrayList<>();
    for (JsonNode one : allowed) {
      if (!value.isNull() && same(value, one)) {
        return;
      }
      supported.add(GoJson.quoted(one.isTextual() ? one.asText() : GoShown.json(one)));
    }
    findings.add(
        path,
        "FieldValueNotSupported",
        path + IN_BODY + "should be one of " + supported,
        "Unsupported value: " + GoShown.of(value) + ": supported values: "
            + String.join(", ", supported));
  }

  /** Numbers are compared as the one in the schema is written. */
  private static boolean same(JsonNode value, JsonNode one) {
    if (value.isNumber() && one.isNumber()) {
      return GoShown.whole(one)
          ? value.longValue() == one.longValue()
          : value.doubleValue() == one.doubleValue();
    }
    return value.equals(one);
  }

  /** Whether {@code schema} has CEL rules somewhere. */
  public static boolean hasRules(JsonNode schema) {
    if (!schema.path("x-kubernetes-validations").isEmpty()) {
      return true;
    }
    for (JsonNode property : schema.path("properties")) {
      if (hasRules(property)) {
        return true;
      }
    }
    JsonNode items = schema.path("items");
    JsonNode additional = schema.path("additionalProperties");
    return items.isObject() && hasRules(items) || additional.isObject() && hasRules(additional);
  }
}
