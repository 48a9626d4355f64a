package dev.informant.apiserver.yaml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** The first document of a text, as it is written. Used once, by one thread. */
final class YamlParser {
  private static final int DEEPEST = 1000;

  private final Parser events;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private int depth;

  private YamlParser(Parser events) {
    this.events = events;
  }

  /** Null if there is no document. */
  static @Nullable YamlNode parse(byte[] yaml) throws YamlProblem {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    String text = text(yaml);
    try {
      Parser events = new ParserImpl(new StreamReader(text), options);
      events.getEvent();
      if (events.checkEvent(Event.ID.StreamEnd)) {
        return null;
      }
      events.getEvent();
      YamlNode root = new YamlParser(events).node();
      events.getEvent();
      return root;
    } catch (YAMLException malformed) {
      throw new YamlProblem(Complaints.complaint(malformed, text));
    }
  }

  private static String text(byte[] yaml) throws YamlProblem {
    int first = yaml.length > 1 ? (yaml[0] & 0xff) << 8 | yaml[1] & 0xff : 0;
    Charset charset = first == 0xfeff
        ? StandardCharsets.UTF_16BE
        : first == 0xfffe ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(yaml)).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException malformed) {
      throw new YamlProblem("yaml: " + Utf8.mistake(yaml));
    }
  }

  private YamlNode node() throws YamlProblem {
    Event event = events.getEvent();
    int line = event.getStartMark().getLine();
    if (event instanceof AliasEvent alias) {
      YamlNode target = anchors.get(alias.getAnchor());
      if (target == null) {
        throw new YamlProblem("yaml: unknown anchor '" + alias.getAnchor() + "' referenced");
      }
      return new YamlNode.Alias(line, alias.getAnchor(), target);
    }
    if (event instanceof ScalarEvent scalar) {
      String tag = scalar.getTag() == null || scalar.getTag().equals("!") ? "" : scalar.getTag();
      boolean plain = scalar.getImplicit().canOmitTagInPlainScalar();
      return anchored(scalar, new YamlNode.Text(line, tag, scalar.getValue(), plain));
    }
    checkDepth(++depth);
    YamlNode result;
    if (event instanceof SequenceStartEvent start) {
      List<YamlNode> items = new ArrayList<>();
      result = anchored(start, new YamlNode.Sequence(line, items));
      while (!events.checkEvent(Event.ID.SequenceEnd)) {
        items.add(node());
      }
    } else {
      List<YamlNode.Member> members = new ArrayList<>();
      result = anchored((MappingStartEvent) event, new YamlNode.Mapping(line, members));
      while (!events.checkEvent(Event.ID.MappingEnd)) {
        members.add(new YamlNode.Member(node(), node()));
      }
    }
    events.getEvent();
    depth--;
    return result;
  }

  /** Go's library stops at ten times this; what comes after the reader here has less room on its stack. */
  static void checkDepth(int depth) throws YamlProblem {
    if (depth > DEEPEST) {
      throw new YamlProblem("yaml: exceeded max depth of " + DEEPEST);
    }
  }

  private YamlNode anchored(NodeEvent event, YamlNode node) {
    if (event.getAnchor() != null) {
      anchors.put(event.getAnchor(), node);
    }
    return node;
  }
}
