package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * One YAML document that is written piece by piece: a deep object is mostly indentation, a thousand times as much as its
 * JSON, and is never held as a whole. Keys are sorted. For one thread.
 */
final class YamlText {
  private static final int PIECE = 64 * 1024;
  private static final Resolver SCALARS = new Yaml.Scalars();
  private static final ImplicitTuple IMPLIED = new ImplicitTuple(true, true);
  private static final ImplicitTuple QUOTED = new ImplicitTuple(false, true);

  private final StringWriter buffer = new StringWriter();
  private final Emitter emitter;

  YamlText() {
    DumperOptions options = new DumperOptions();
    options.setSplitLines(false);
    options.setWidth(Integer.MAX_VALUE);
    this.emitter = new Emitter(buffer, options);
    emit(new StreamStartEvent(null, null));
    emit(new DocumentStartEvent(null, null, /* explicit= */ false, null, Map.of()));
  }

  static String of(JsonNode tree) {
    StringBuilder text = new StringBuilder();
    pieces(tree).forEachRemaining(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
    return text.toString();
  }

  static Iterator<byte[]> pieces(JsonNode tree) {
    YamlText text = new YamlText();
    return text.new Pieces(tree, /* last= */ true);
  }

  void beginObject() {
    emit(new MappingStartEvent(null, null, /* implicit= */ true, null, null, FlowStyle.BLOCK));
  }

  void endObject() {
    emit(new MappingEndEvent(null, null));
  }

  void beginList() {
    emit(new SequenceStartEvent(null, null, /* implicit= */ true, null, null, FlowStyle.BLOCK));
  }

  void endList() {
    emit(new SequenceEndEvent(null, null));
  }

  void text(String value) {
    boolean plain = SCALARS.resolve(NodeId.scalar, value, true).equals(Tag.STR);
    ScalarStyle style = value.indexOf('\n') >= 0
        ? ScalarStyle.LITERAL
        : plain ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED;
    scalar(value, plain ? IMPLIED : QUOTED, style);
  }

  /** The events of a value, emitted while the pieces are read. */
  Iterator<byte[]> value(JsonNode tree) {
    return new Pieces(tree, /* last= */ false);
  }

  /** A value that is small. */
  void write(JsonNode tree) {
    Pieces pieces = new Pieces(tree, /* last= */ false);
    while (!pieces.done) {
      pieces.step();
    }
  }

  /** What has been written since the last call. */
  String take() {
    String text = buffer.toString();
    buffer.getBuffer().setLength(0);
    return text;
  }

  void end() {
    emit(new DocumentEndEvent(null, null, /* explicit= */ false));
    emit(new StreamEndEvent(null, null));
  }

  private void scalar(String value, ImplicitTuple implicit, ScalarStyle style) {
    emit(new ScalarEvent(null, null, implicit, value, null, null, style));
  }

  private void emit(Event event) {
    try {
      emitter.emit(event);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // nothing is written but memory
    }
  }

  private final class Pieces implements Iterator<byte[]> {
    private final Deque<Iterator<Map.Entry<String, JsonNode>>> open = new ArrayDeque<>();
    private final Deque<Boolean> objects = new ArrayDeque<>();
    private final boolean last;
    private @Nullable JsonNode next;
    private boolean done;

    Pieces(JsonNode tree, boolean last) {
      this.next = tree;
      this.last = last;
    }

    @Override
    public boolean hasNext() {
      return !done;
    }

    @Override
    public byte[] next() {
      if (done) {
        throw new NoSuchElementException();
      }
      while (!done && buffer.getBuffer().length() < PIECE) {
        step();
      }
      return take().getBytes(StandardCharsets.UTF_8);
    }

    private void step() {
      JsonNode value = next;
      next = null;
      if (value != null) {
        begin(value);
      } else if (open.isEmpty()) {
        done = true;
        if (last) {
          end();
        }
      } else if (open.element().hasNext()) {
        Map.Entry<String, JsonNode> member = open.element().next();
        if (objects.element()) {
          text(member.getKey());
        }
        next = member.getValue();
      } else {
        open.remove();
        if (objects.remove()) {
          endObject();
        } else {
          endList();
        }
      }
    }

    private void begin(JsonNode value) {
      if (value instanceof ObjectNode object) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(one -> sorted.put(one.getKey(), one.getValue()));
        beginObject();
        push(sorted.entrySet().iterator(), /* object= */ true);
      } else if (value.isArray()) {
        beginList();
        Iterator<JsonNode> items = value.iterator();
        push(
            new Iterator<>() {
              @Override
              public boolean hasNext() {
                return items.hasNext();
              }

              @Override
              public Map.Entry<String, JsonNode> next() {
                return Map.entry("", items.next());
              }
            },
            /* object= */ false);
      } else if (value.isTextual()) {
        text(value.textValue());
      } else {
        scalar(value.asText(), IMPLIED, ScalarStyle.PLAIN);
      }
    }

    private void push(Iterator<Map.Entry<String, JsonNode>> members, boolean object) {
      open.push(members);
      objects.push(object);
    }
  }
}
