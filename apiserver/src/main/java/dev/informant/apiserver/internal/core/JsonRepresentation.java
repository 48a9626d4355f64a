package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;

/**
 * JSON, compact or indented. Watches are always compact. Stored bytes are passed through, never parsed,
 * unless they have to be indented.
 */
public record JsonRepresentation(boolean pretty) implements Representation {
  public static final JsonRepresentation COMPACT = new JsonRepresentation(false);
  public static final JsonRepresentation PRETTY = new JsonRepresentation(true);

  private static final ObjectWriter INDENTED = JsonMapper.builder()
      .build()
      .writer(new DefaultPrettyPrinter(Separators.createDefaultInstance()
              .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public String streamContentType() {
    return "application/json";
  }

  @Override
  public byte[] object(ServedObject object) {
    return pretty ? indented(object.tree()) : line(object.json());
  }

  @Override
  public byte[] status(ObjectNode status) {
    return pretty ? indented(status) : line(Json.write(status));
  }

  @Override
  public Iterator<byte[]> list(ServedList list) {
    return new Pieces(list);
  }

  @Override
  public byte[] event(EventType type, ServedObject object, boolean first) {
    return frame(type.name(), object.json());
  }

  @Override
  public byte[] errorEvent(ObjectNode status) {
    return frame("ERROR", Json.write(status));
  }

  @Override
  public byte[] brokenEvent(ServedObject sound, boolean first) {
    ObjectNode broken = sound.tree();
    WrongTypes.fill(sound.type(), broken);
    return frame(EventType.MODIFIED.name(), Json.write(broken));
  }

  /** An event of any type around JSON that is already written. */
  public static byte[] frame(String type, byte[] json) {
    byte[] head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
    byte[] frame = Arrays.copyOf(head, head.length + json.length + 2);
    System.arraycopy(json, 0, frame, head.length, json.length);
    frame[frame.length - 2] = '}';
    frame[frame.length - 1] = '\n';
    return frame;
  }

  private static byte[] line(byte[] json) {
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  private static byte[] indented(JsonNode tree) {
    try {
      return line(INDENTED.writeValueAsBytes(tree));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("a JSON tree could not be written", impossible);
    }
  }

  /** The metadata of a list as the real server orders it; that of custom resources has empty members too. */
  public static ObjectNode listMetadata(ServedList list) {
    ObjectNode metadata = typedListMetadata(list);
    if (list.continueToken() == null && !list.type().builtIn()) {
      metadata.put("continue", "");
    }
    return metadata;
  }

  /** The same for a list that is of a type of its own, as a table is. */
  public static ObjectNode typedListMetadata(ServedList list) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("resourceVersion", Long.toString(list.resourceVersion()));
    if (list.continueToken() != null) {
      metadata.put("continue", list.continueToken());
    }
    if (list.remaining() != null) {
      metadata.put("remainingItemCount", list.remaining());
    }
    return metadata;
  }

  private final class Pieces extends ListPieces {
    Pieces(ServedList list) {
      super(list);
    }

    @Override
    protected void head(ByteArrayOutputStream out, boolean empty) {
      ObjectNode head = JsonNodeFactory.instance.objectNode();
      head.put("kind", list.type().listKind()).put("apiVersion", list.type().apiVersion());
      head.set("metadata", listMetadata(list));
      byte[] json = pretty ? indented(head) : Json.write(head);
      String open = new String(json, StandardCharsets.UTF_8).stripTrailing();
      open = open.substring(0, open.length() - 1).stripTrailing();
      write(out, open + (pretty ? ",\n  \"items\": [" : ",\"items\":["));
    }

    @Override
    protected void item(ByteArrayOutputStream out, ServedObject item, boolean first) {
      if (!first) {
        out.write(',');
      }
      if (!pretty) {
        out.writeBytes(item.jsonItem());
        return;
      }
      JsonNode tree = item.type().builtIn() ? item.stored().tree() : item.tree();
      String text = new String(indented(tree), StandardCharsets.UTF_8).stripTrailing();
      write(out, "\n    " + text.replace("\n", "\n    "));
    }

    @Override
    protected void tail(ByteArrayOutputStream out, boolean empty) {
      write(out, pretty ? "\n  ]\n}\n" : "]}\n");
    }
  }
}
