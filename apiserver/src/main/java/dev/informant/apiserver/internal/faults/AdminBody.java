package dev.informant.apiserver.internal.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The fields of a request to the {@link AdminEndpoint}, each of which must be of the type it is asked for as; what is
 * wrong is an IllegalArgumentException that names the field and what is allowed. Immutable.
 */
final class AdminBody {
  private final JsonNode json;

  private AdminBody(JsonNode json) {
    this.json = json;
  }

  /** {@code what} is what the fields are for, in words. */
  static AdminBody of(JsonNode json, String what, List<String> allowed) {
    requireObject(json);
    json.fieldNames().forEachRemaining(field -> {
      if (!allowed.contains(field)) {
        throw new IllegalArgumentException("unknown field \"" + field + "\": " + what
            + (allowed.isEmpty() ? " takes none" : " takes " + String.join(", ", allowed)));
      }
    });
    return new AdminBody(json);
  }

  static void requireObject(JsonNode json) {
    if (!json.isObject()) {
      throw new IllegalArgumentException("the body must be a JSON object");
    }
  }

  String text(String field, String usual) {
    JsonNode value = json.path(field);
    if (absent(value)) {
      return usual;
    }
    if (!value.isTextual()) {
      throw wrong(field, "a text");
    }
    return value.textValue();
  }

  String requiredText(String field) {
    String value = text(field, "");
    if (value.isEmpty()) {
      throw wrong(field, "a text that is not empty");
    }
    return value;
  }

  String oneOf(String field, String usual, List<String> allowed) {
    String value = text(field, usual);
    if (!value.equals(usual) && !allowed.contains(value)) {
      throw wrong(field, "one of " + String.join(", ", allowed));
    }
    return value;
  }

  long whole(String field, long least, long most, long usual) {
    return absent(json.path(field)) ? usual : requiredWhole(field, least, most);
  }

  long requiredWhole(String field, long least, long most) {
    JsonNode value = json.path(field);
    boolean fits = value.isIntegralNumber()
        && value.canConvertToLong()
        && value.longValue() >= least
        && value.longValue() <= most;
    if (!fits) {
      throw wrong(
          field,
          "a whole number "
              + (most == Long.MAX_VALUE
                  ? "of at least " + least
                  : "from " + least + " to " + most));
    }
    return value.longValue();
  }

  /** A number from 0 to 1. */
  double share(String field, double usual) {
    JsonNode value = json.path(field);
    if (absent(value)) {
      return usual;
    }
    if (!value.isNumber() || !(value.doubleValue() >= 0 && value.doubleValue() <= 1)) {
      throw wrong(field, "a number from 0 to 1");
    }
    return value.doubleValue();
  }

  boolean flag(String field) {
    JsonNode value = json.path(field);
    if (!absent(value) && !value.isBoolean()) {
      throw wrong(field, "true or false");
    }
    return value.asBoolean();
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private IllegalArgumentException wrong(String field, String allowed) {
    JsonNode value = json.path(field);
    return new IllegalArgumentException(
        field + ": must be " + allowed + (absent(value) ? "; it is missing" : "; it is " + value));
  }
}
