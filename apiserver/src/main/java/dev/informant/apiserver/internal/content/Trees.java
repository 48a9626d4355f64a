package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.EventType;
import dev.informant.apiserver.internal.core.JsonRepresentation;
import dev.informant.apiserver.internal.core.ListPieces;
import dev.informant.apiserver.internal.core.Representation;
import dev.informant.apiserver.internal.core.ServedList;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.storage.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A representation made of two choices: what is shown of an object, and whether it is written as JSON or YAML.
 * YAML has no form that streams.
 */
record Trees(Shape shape, boolean yaml) implements Representation {
  /** What is shown. Equal shapes show the same. */
  interface Shape {
    /** An object alone, or in an event. */
    ObjectNode object(ServedObject object, boolean first);

    /** The list without its rows: kind, apiVersion, metadata and what else stands before them. */
    ObjectNode listHead(ServedList list);

    /** The member that holds the rows. */
    String rows();

    ObjectNode row(ServedObject object);

    /** Whether a list without rows has null in their place. */
    default boolean nullIfEmpty(ServedList list) {
      return false;
    }

    default boolean firstDiffers() {
      return false;
    }
  }

  /** The objects as they are. */
  record Whole() implements Shape {
    @Override
    public ObjectNode object(ServedObject object, boolean first) {
      return object.tree();
    }

    @Override
    public ObjectNode listHead(ServedList list) {
      ObjectNode head = JsonRepresentation.listMetadata(list).objectNode();
      head.put("kind", list.type().listKind()).put("apiVersion", list.type().apiVersion());
      head.set("metadata", JsonRepresentation.listMetadata(list));
      return head;
    }

    @Override
    public String rows() {
      return "items";
    }

    @Override
    public ObjectNode row(ServedObject object) {
      return object.type().builtIn() ? object.stored().tree() : object.tree();
    }
  }

  /** Metadata alone. */
  record MetadataOnly(String version) implements Shape {
    static ObjectNode of(ServedObject object, String version) {
      return of(object.stored().tree(), version);
    }

    static ObjectNode of(ObjectNode tree, String version) {
      ObjectNode partial = tree.objectNode();
      partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/" + version);
      partial.set("metadata", tree.path("metadata"));
      return partial;
    }

    @Override
    public ObjectNode object(ServedObject object, boolean first) {
      return of(object, version);
    }

    @Override
    public ObjectNode listHead(ServedList list) {
      ObjectNode metadata = JsonRepresentation.typedListMetadata(list);
      ObjectNode head = metadata.objectNode();
      head.put("kind", "PartialObjectMetadataList").put("apiVersion", "meta.k8s.io/" + version);
      head.set("metadata", metadata);
      return head;
    }

    @Override
    public String rows() {
      return "items";
    }

    @Override
    public boolean nullIfEmpty(ServedList list) {
      return true;
    }

    @Override
    public ObjectNode row(ServedObject object) {
      return of(object, version);
    }
  }

  @Override
  public String contentType() {
    return yaml ? "application/yaml" : "application/json";
  }

  @Override
  public @Nullable String streamContentType() {
    return yaml ? null : "application/json";
  }

  @Override
  public byte[] object(ServedObject object) {
    return body(shape.object(object, /* first= */ true));
  }

  @Override
  public Iterator<byte[]> pieces(ServedObject object) {
    return yaml
        ? YamlText.pieces(shape.object(object, /* first= */ true))
        : Representation.super.pieces(object);
  }

  @Override
  public byte[] status(ObjectNode status) {
    return body(status);
  }

  @Override
  public byte[] event(EventType type, ServedObject object, boolean first) {
    return JsonRepresentation.frame(type.name(), Json.write(shape.object(object, first)));
  }

  @Override
  public byte[] errorEvent(ObjectNode status) {
    return JsonRepresentation.frame("ERROR", Json.write(status));
  }

  @Override
  public boolean firstEventDiffers() {
    return shape.firstDiffers();
  }

  @Override
  public Iterator<byte[]> list(ServedList list) {
    return new Pieces(list);
  }

  private byte[] body(JsonNode tree) {
    return (yaml ? YamlText.of(tree) : new String(Json.write(tree), StandardCharsets.UTF_8) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private final class Pieces extends ListPieces {
    private final @Nullable YamlText text = yaml ? new YamlText() : null;

    Pieces(ServedList list) {
      super(list);
    }

    @Override
    protected void head(ByteArrayOutputStream out, boolean empty) {
      boolean absent = empty && shape.nullIfEmpty(list);
      if (text != null) {
        text.beginObject();
        members(text, name -> name.compareTo(shape.rows()) < 0);
        text.text(shape.rows());
        if (absent) {
          text.write(NullNode.instance);
        } else {
          text.beginList();
        }
        write(out, text.take());
      } else {
        String head = new String(Json.write(shape.listHead(list)), StandardCharsets.UTF_8);
        String open = head.substring(0, head.length() - 1);
        write(out, open + ",\"" + shape.rows() + "\":" + (absent ? "null" : "["));
      }
    }

    @Override
    protected void item(ByteArrayOutputStream out, ServedObject item, boolean first) {
      ObjectNode row = shape.row(item);
      if (text != null) {
        inPieces(text.value(row));
      } else {
        write(out, first ? "" : ",");
        out.writeBytes(Json.write(row));
      }
    }

    @Override
    protected void tail(ByteArrayOutputStream out, boolean empty) {
      boolean absent = empty && shape.nullIfEmpty(list);
      if (text != null) {
        if (!absent) {
          text.endList();
        }
        members(text, name -> name.compareTo(shape.rows()) > 0);
        text.endObject();
        text.end();
        write(out, text.take());
      } else {
        write(out, absent ? "}\n" : "]}\n");
      }
    }

    /** Some of the members that are no rows, in the order of their names. */
    private void members(YamlText text, Predicate<String> which) {
      Map<String, JsonNode> some = new TreeMap<>();
      shape.listHead(list).properties().stream()
          .filter(member -> which.test(member.getKey()))
          .forEach(member -> some.put(member.getKey(), member.getValue()));
      some.forEach((name, value) -> {
        text.text(name);
        text.write(value);
      });
    }
  }
}
