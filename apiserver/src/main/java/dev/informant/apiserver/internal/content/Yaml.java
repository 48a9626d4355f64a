package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.JsonBodies;
import dev.informant.apiserver.internal.core.UnreadableBody;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoNumbers;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.reader.UnicodeReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads the first document of a YAML body as JSON. Aliases and merge keys are expanded up to a limit, the last of several
 * equal keys wins, and timestamps stay text. Used once, by one thread.
 */
final class Yaml {
  private static final int DEEPEST = 1000;
  private static final int MOST_ALIASES = 10_000;

  /** A kube-apiserver names no more of what it finds while it reads. */
  private static final int MOST_DUPLICATES = 100;

  /** Values and characters of the expanded document. */
  private static final long LARGEST = 32L * 1024 * 1024;

  private static final Set<String> TRUE = Set.of("true", "yes", "on");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<String> duplicates = new ArrayList<>();
  private long size;

  private Yaml() {}

  /** Which plain scalars are not text: those of YAML 1.1 without timestamps and numbers to the base 60. */
  static final class Scalars extends Resolver {
    private static final int LONGEST = 200;

    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
      addImplicitResolver(
          Tag.INT,
          Pattern.compile("[-+]?(0b[01_]+|0o?[0-7_]+|[1-9][0-9_]*|0|0x[0-9a-fA-F_]+)"),
          "-+0123456789");
      addImplicitResolver(
          Tag.FLOAT,
          Pattern.compile("[-+]?((\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|\\.(inf|Inf|INF))"
              + "|\\.(nan|NaN|NAN)"),
          "-+0123456789.");
      addImplicitResolver(Tag.MERGE, MERGE, "<");
      addImplicitResolver(Tag.NULL, NULL, "~nN\0");
      addImplicitResolver(Tag.NULL, EMPTY, null);
    }

    /** A long text is no number; the expressions would recurse once for each of its characters. */
    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      boolean text = kind == NodeId.scalar && implicit && value.length() > LONGEST;
      return text ? Tag.STR : super.resolve(kind, value, implicit);
    }
  }

  /** The way to a value, written out only for what is reported. */
  private record Step(@Nullable Step parent, String name) {
    String text() {
      StringBuilder text = new StringBuilder(name);
      for (Step at = parent; at != null; at = at.parent) {
        text.insert(0, at.name);
      }
      return text.toString();
    }
  }

  /** An object; an empty body is an empty one. */
  static ObjectNode read(byte[] body) throws UnreadableBody {
    JsonNode tree = new Yaml().document(body);
    if (tree.isNull()) {
      return NODES.objectNode();
    }
    return tree instanceof ObjectNode object
        ? JsonBodies.typed(object)
        : JsonBodies.decodeJson(Json.write(tree));
  }

  /** The keys that a body which {@link #read} takes has twice. */
  static List<String> duplicates(byte[] body) {
    Yaml reader = new Yaml();
    try {
      reader.document(body);
    } catch (UnreadableBody unreadable) {
      return List.of();
    }
    return reader.duplicates;
  }

  private JsonNode document(byte[] body) throws UnreadableBody {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    try {
      StreamReader text = new StreamReader(new UnicodeReader(new ByteArrayInputStream(body)));
      Composer composer = new Composer(new ParserImpl(text, options), new Scalars(), options);
      return composer.checkNode() ? value(composer.getNode(), null, 0) : NODES.nullNode();
    } catch (YAMLException malformed) {
      throw new UnreadableBody("yaml: " + String.valueOf(malformed.getMessage()).strip());
    }
  }

  private JsonNode value(Node node, @Nullable Step path, int depth) throws UnreadableBody {
    if (depth > DEEPEST) {
      throw new UnreadableBody("yaml: exceeded max depth of " + DEEPEST);
    }
    count(1);
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = NODES.arrayNode();
      for (Node item : sequence.getValue()) {
        array.add(value(item, new Step(path, "[" + array.size() + "]"), depth + 1));
      }
      return array;
    }
    if (node instanceof MappingNode mapping) {
      ObjectNode object = NODES.objectNode();
      fill(object, mapping, path, depth);
      return object;
    }
    return scalar((ScalarNode) node);
  }

  private void count(int more) throws UnreadableBody {
    size += more;
    if (size > LARGEST) {
      throw new UnreadableBody("yaml: document contains excessive aliasing");
    }
  }

  private void fill(ObjectNode object, MappingNode mapping, @Nullable Step path, int depth)
      throws UnreadableBody {
    List<NodeTuple> own = new ArrayList<>();
    for (NodeTuple member : mapping.getValue()) {
      if (member.getKeyNode().getTag().equals(Tag.MERGE)) {
        merge(object, member.getValueNode(), path, depth + 1);
      } else {
        own.add(member);
      }
    }
    ObjectNode members = NODES.objectNode();
    for (NodeTuple member : own) {
      if (!(member.getKeyNode() instanceof ScalarNode key)) {
        throw new UnreadableBody("yaml: invalid map key: a list or a map");
      }
      if (key.getTag().equals(Tag.NULL)) {
        throw new UnreadableBody("yaml: unsupported map key: null");
      }
      String name = key.getValue();
      Step at = new Step(path, path == null ? name : "." + name);
      count(name.length());
      if (members.has(name) && duplicates.size() < MOST_DUPLICATES) {
        duplicates.add("duplicate field \"" + at.text() + "\"");
      }
      members.set(name, value(member.getValueNode(), at, depth + 1));
    }
    object.setAll(members);
  }

  /** Of several maps the first has precedence, so it is put in last. */
  private void merge(ObjectNode object, Node from, @Nullable Step path, int depth)
      throws UnreadableBody {
    if (from instanceof SequenceNode sequence) {
      for (int i = sequence.getValue().size() - 1; i >= 0; i--) {
        merge(object, sequence.getValue().get(i), path, depth + 1);
      }
      return;
    }
    if (!(value(from, path, depth) instanceof ObjectNode merged)) {
      throw new UnreadableBody("yaml: map merge requires map or sequence of maps as the value");
    }
    object.setAll(merged);
  }

  private JsonNode scalar(ScalarNode scalar) throws UnreadableBody {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    count(text.length());
    try {
      if (tag.equals(Tag.NULL)) {
        return NODES.nullNode();
      }
      if (tag.equals(Tag.BOOL)) {
        return NODES.booleanNode(TRUE.contains(text.toLowerCase(Locale.ROOT)));
      }
      if (tag.equals(Tag.INT)) {
        return GoNumbers.whole(whole(text.replace("_", "")));
      }
      if (tag.equals(Tag.FLOAT)) {
        return number(text);
      }
      if (tag.equals(Tag.BINARY)) {
        byte[] bytes = Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        return NODES.textNode(new String(bytes, StandardCharsets.UTF_8));
      }
    } catch (IllegalArgumentException malformed) {
      throw new UnreadableBody("yaml: cannot decode `" + text + "` as a " + tag.getValue());
    }
    return NODES.textNode(text);
  }

  /** JSON has no form for what is infinite or no number. */
  private static JsonNode number(String text) {
    double number = Double.parseDouble(text);
    if (Double.isInfinite(number)) {
      throw new NumberFormatException("infinite");
    }
    return GoNumbers.number(number);
  }

  private static BigInteger whole(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String digits = signed ? text.substring(1) : text;
    BigInteger number = digits.startsWith("0x")
        ? new BigInteger(digits.substring(2), 16)
        : digits.startsWith("0b")
            ? new BigInteger(digits.substring(2), 2)
            : digits.startsWith("0") && digits.length() > 1
                ? new BigInteger(digits.substring(digits.startsWith("0o") ? 2 : 1), 8)
                : new BigInteger(digits);
    return text.startsWith("-") ? number.negate() : number;
  }
}
