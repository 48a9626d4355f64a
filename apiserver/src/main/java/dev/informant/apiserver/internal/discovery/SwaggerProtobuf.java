package dev.informant.apiserver.internal.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.CodedOutputStream;
import dev.informant.apiserver.internal.storage.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A {@link Swagger} document as the protobuf message that kubectl and client-go ask for ({@code openapi.v2.Document}).
 * Only what such a document has is written. Stateless.
 */
public final class SwaggerProtobuf {
  private static final Map<String, Integer> NUMBERS = Map.of(
      "maximum", 7,
      "minimum", 9,
      "maxLength", 11,
      "minLength", 12,
      "maxItems", 14,
      "minItems", 15);

  private SwaggerProtobuf() {}

  public static byte[] encode(JsonNode document) {
    Writer out = new Writer();
    out.text(1, document.path("swagger"));
    JsonNode info = document.path("info");
    out.message(2, inner -> inner.text(1, info.path("title")).text(2, info.path("version")));
    out.message(
        8,
        paths -> document
            .path("paths")
            .properties()
            .forEach(path -> paths.named(
                2,
                path,
                (item, value) ->
                    item.message(8, operation -> operation(operation, value.path("patch"))))));
    out.message(
        9,
        definitions -> document
            .path("definitions")
            .properties()
            .forEach(one -> definitions.named(1, one, SwaggerProtobuf::schema)));
    return out.bytes();
  }

  private static void operation(Writer out, JsonNode operation) {
    out.text(5, operation.path("operationId"));
    operation.path("consumes").forEach(type -> out.text(7, type));
    for (JsonNode parameter : operation.path("parameters")) {
      // item → parameter → not in the body → in the query
      out.message(
          8,
          item -> item.message(
              1,
              any -> any.message(
                  2,
                  notBody -> notBody.message(
                      3,
                      query -> query
                          .text(2, parameter.path("in"))
                          .text(4, parameter.path("name"))
                          .text(6, parameter.path("type"))))));
    }
    out.message(
        9,
        responses -> operation
            .path("responses")
            .properties()
            .forEach(response -> responses.named(
                1,
                response,
                (value, one) -> value.message(
                    1, description -> description.text(1, one.path("description"))))));
    extensions(out, 13, operation);
  }

  private static void schema(Writer out, JsonNode schema) {
    out.text(1, schema.path("$ref"));
    out.text(2, schema.path("format"));
    out.text(4, schema.path("description"));
    if (schema.has("default")) {
      out.message(5, value -> value.yaml(schema.get("default")));
    }
    NUMBERS.forEach((name, number) -> {
      if (schema.has(name)) {
        out.number(number, schema.get(name), number < 10);
      }
    });
    out.text(13, schema.path("pattern"));
    schema.path("required").forEach(field -> out.text(19, field));
    schema.path("enum").forEach(one -> out.message(20, value -> value.yaml(one)));
    if (schema.has("additionalProperties")) {
      out.message(
          21, item -> item.message(1, inner -> schema(inner, schema.get("additionalProperties"))));
    }
    if (schema.has("type")) {
      out.message(22, type -> type.text(1, schema.get("type")));
    }
    if (schema.has("items")) {
      out.message(23, items -> items.message(1, inner -> schema(inner, schema.get("items"))));
    }
    if (schema.has("properties")) {
      out.message(
          25,
          properties -> schema
              .path("properties")
              .properties()
              .forEach(property -> properties.named(1, property, SwaggerProtobuf::schema)));
    }
    extensions(out, 31, schema);
  }

  private static void extensions(Writer out, int field, JsonNode of) {
    for (var property : of.properties()) {
      if (property.getKey().startsWith("x-")) {
        out.named(field, property, Writer::yaml);
      }
    }
  }

  /** Writes fields one after the other. */
  private static final class Writer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    private interface Content {
      void write(Writer into);
    }

    private interface Field {
      void write() throws IOException;
    }

    private Writer write(Field field) {
      try {
        field.write();
        return this;
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    Writer text(int field, JsonNode text) {
      return text.isMissingNode() ? this : write(() -> out.writeString(field, text.asText()));
    }

    Writer message(int field, Content content) {
      Writer inner = new Writer();
      content.write(inner);
      return write(() -> out.writeByteArray(field, inner.bytes()));
    }

    /** An entry of a map: its name and its value. */
    void named(int field, Map.Entry<String, JsonNode> entry, BiConsumer<Writer, JsonNode> content) {
      message(
          field,
          named -> named
              .write(() -> named.out.writeString(1, entry.getKey()))
              .message(2, value -> content.accept(value, entry.getValue())));
    }

    /** A value of any form, as text. */
    void yaml(JsonNode value) {
      String text = new String(Json.write(value), StandardCharsets.UTF_8);
      write(() -> out.writeString(2, text + "\n"));
    }

    void number(int field, JsonNode value, boolean fraction) {
      write(() -> {
        if (fraction) {
          out.writeDouble(field, value.asDouble());
        } else {
          out.writeInt64(field, value.asLong());
        }
      });
    }

    byte[] bytes() {
      write(out::flush);
      return bytes.toByteArray();
    }
  }
}
