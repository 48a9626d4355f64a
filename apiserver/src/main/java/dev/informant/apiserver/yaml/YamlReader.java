package dev.informant.apiserver.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.values.GoNumbers;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one YAML document as JSON: aliases are expanded (so far as they do not explode), {@code <<} merges, the last of
 * several equal keys counts, and keys that are no texts become texts. Used once, by one thread.
 *
 * <p>Go's library bounds what aliases may blow up by counting values: for small documents all but one in a hundred may
 * come from an alias, for large ones one in ten. It does not count the length of texts; here that is bounded too.
 */
public final class YamlReader {
  private static final int SMALL = 400_000;
  private static final int LARGE = 4_000_000;
  private static final long MOST_TEXT_FROM_ALIASES = 32L * 1024 * 1024;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final boolean strict;
  private final List<String> complaints = new ArrayList<>();
  private final Set<YamlNode.Alias> open = new HashSet<>();
  private int values;
  private int fromAliases;
  private int aliasDepth;
  private int depth;
  private long textFromAliases;

  private YamlReader(boolean strict) {
    this.strict = strict;
  }

  /** The document; null of JSON for an empty one. */
  public static JsonNode read(byte[] yaml) throws YamlProblem {
    return new YamlReader(/* strict= */ false).document(yaml);
  }

  /** What a strict reader says of a document that {@link #read} takes; null if it has nothing to say. */
  public static @Nullable String strictComplaint(byte[] yaml) {
    try {
      YamlReader reader = new YamlReader(/* strict= */ true);
      reader.document(yaml);
      return reader.complaints.isEmpty()
          ? null
          : "yaml: unmarshal errors:\n  " + String.join("\n  ", reader.complaints);
    } catch (YamlProblem problem) {
      return problem.complaint();
    }
  }

  private JsonNode document(byte[] yaml) throws YamlProblem {
    YamlNode root = YamlParser.parse(yaml);
    return root == null ? NODES.nullNode() : json(value(root));
  }

  /** Null, a Boolean, Long, BigInteger, Double, String, a List or a Map of such. */
  private @Nullable Object value(YamlNode node) throws YamlProblem {
    count(node);
    if (node instanceof YamlNode.Alias alias) {
      enter(alias);
      Object value = value(alias.target());
      leave(alias);
      return value;
    }
    if (node instanceof YamlNode.Text text) {
      return scalar(text);
    }
    // aliases of aliases may be deeper than the text is
    YamlParser.checkDepth(++depth);
    Object container;
    if (node instanceof YamlNode.Sequence sequence) {
      List<@Nullable Object> items = new ArrayList<>(sequence.items().size());
      for (YamlNode item : sequence.items()) {
        items.add(value(item));
      }
      container = items;
    } else {
      Map<@Nullable Object, @Nullable Object> members = new LinkedHashMap<>();
      fill(members, (YamlNode.Mapping) node);
      container = members;
    }
    depth--;
    return container;
  }

  private void count(YamlNode node) throws YamlProblem {
    values++;
    if (aliasDepth > 0) {
      fromAliases++;
      textFromAliases += node instanceof YamlNode.Text text ? text.text().length() : 0;
    }
    boolean tooMany = fromAliases > 100
        && values > 1000
        && (double) fromAliases / values > allowedFromAliases(values);
    if (tooMany || textFromAliases > MOST_TEXT_FROM_ALIASES) {
      throw new YamlProblem("yaml: document contains excessive aliasing");
    }
  }

  private static double allowedFromAliases(int values) {
    double most = 0.99;
    double least = 0.10;
    double share = (double) (values - SMALL) / (LARGE - SMALL);
    return values <= SMALL ? most : values >= LARGE ? least : most - (most - least) * share;
  }

  private void enter(YamlNode.Alias alias) throws YamlProblem {
    if (!open.add(alias)) {
      throw new YamlProblem("yaml: anchor '" + alias.name() + "' value contains itself");
    }
    YamlParser.checkDepth(++aliasDepth);
  }

  private void leave(YamlNode.Alias alias) {
    open.remove(alias);
    aliasDepth--;
  }

  private void fill(Map<@Nullable Object, @Nullable Object> members, YamlNode.Mapping mapping)
      throws YamlProblem {
    for (YamlNode.Member member : mapping.members()) {
      if (member.merges()) {
        merge(members, member.value());
        continue;
      }
      Object key = value(member.key());
      if (key instanceof List || key instanceof Map) {
        throw new YamlProblem("yaml: invalid map key: " + GoSyntax.of(key));
      }
      Object value = value(member.value());
      if (strict && members.containsKey(key)) {
        complaints.add("line " + (member.value().line() + 1) + ": key " + GoSyntax.of(key)
            + " already set in map");
      } else {
        members.put(key, value);
      }
    }
  }

  private void merge(Map<@Nullable Object, @Nullable Object> members, YamlNode from)
      throws YamlProblem {
    if (from instanceof YamlNode.Sequence sequence) {
      // what comes first in the list counts most, so it is put in last
      for (int i = sequence.items().size() - 1; i >= 0; i--) {
        mergeOne(members, sequence.items().get(i));
      }
    } else {
      mergeOne(members, from);
    }
  }

  private void mergeOne(Map<@Nullable Object, @Nullable Object> members, YamlNode from)
      throws YamlProblem {
    if (from instanceof YamlNode.Alias alias
        && alias.target() instanceof YamlNode.Mapping mapping) {
      count(alias);
      enter(alias);
      count(mapping);
      fill(members, mapping);
      leave(alias);
    } else if (from instanceof YamlNode.Mapping mapping) {
      count(mapping);
      fill(members, mapping);
    } else {
      throw new YamlProblem("yaml: map merge requires map or sequence of maps as the value");
    }
  }

  private static @Nullable Object scalar(YamlNode.Text text) throws YamlProblem {
    if (text.tag().isEmpty()) {
      if (!text.plain()) {
        return text.text();
      }
      Scalar scalar = Scalar.plain(text.text());
      return scalar.tag().equals(Scalar.TIMESTAMP) ? text.text() : scalar.value();
    }
    if (text.tag().equals(Scalar.BINARY)) {
      try {
        // as Go's decoder, which skips line ends
        String encoded = text.text().replace("\n", "").replace("\r", "");
        if (encoded.length() % 4 != 0) {
          throw new IllegalArgumentException("padding");
        }
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException notBase64) {
        throw new YamlProblem("yaml: !!binary value contains invalid base64 data");
      }
    }
    Scalar scalar = Scalar.tagged(text.tag(), text.text());
    return scalar.tag().equals(Scalar.TIMESTAMP) ? text.text() : scalar.value();
  }

  private static JsonNode json(@Nullable Object value) throws YamlProblem {
    if (value instanceof Map<?, ?> members) {
      ObjectNode object = NODES.objectNode();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        object.set(key(member.getKey(), member.getValue()), json(member.getValue()));
      }
      return object;
    }
    if (value instanceof List<?> items) {
      ArrayNode array = NODES.arrayNode(items.size());
      for (Object item : items) {
        array.add(json(item));
      }
      return array;
    }
    if (value instanceof Double number) {
      return number(number);
    }
    if (value instanceof Long whole) {
      return GoNumbers.whole(BigInteger.valueOf(whole));
    }
    if (value instanceof BigInteger whole) {
      return GoNumbers.whole(whole);
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    return value == null ? NODES.nullNode() : NODES.textNode((String) value);
  }

  private static JsonNode number(double number) throws YamlProblem {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new YamlProblem("json: unsupported value: "
          + (Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf"));
    }
    return GoNumbers.number(number);
  }

  private static String key(@Nullable Object key, @Nullable Object value) throws YamlProblem {
    if (key instanceof String || key instanceof Long || key instanceof Boolean) {
      return key.toString();
    }
    if (key instanceof Double number) {
      return GoSyntax.shortest(number.floatValue());
    }
    throw new YamlProblem("unsupported map key of type: "
        + (key == null ? "%!s(<nil>)" : "uint64") + ", key: "
        + (key instanceof BigInteger whole ? "0x" + whole.toString(16) : "<nil>") + ", value: "
        + (value == null ? "<nil>" : GoSyntax.of(value)));
  }
}
