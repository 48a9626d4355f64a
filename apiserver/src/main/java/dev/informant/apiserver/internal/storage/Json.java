package dev.informant.apiserver.internal.storage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoText;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How the server reads and writes JSON. Thread-safe. */
public final class Json {
  /** How many levels may stand around an object that is as deep as one can be: a table has three. */
  private static final int AROUND = 10;

  private static final JsonMapper MAPPER = mapper(GoJson.DEEPEST);
  private static final ObjectReader READER = MAPPER.readerFor(JsonNode.class);
  private static final ObjectWriter KEEPER = MAPPER.writer();
  private static final ObjectWriter WRITER = mapper(GoJson.DEEPEST + AROUND).writer();

  private Json() {}

  private static JsonMapper mapper(int deepest) {
    return JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(deepest)
                .maxNumberLength(GoJson.LONGEST_NUMBER)
                .maxNameLength(Integer.MAX_VALUE)
                .build())
            .streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(deepest).build())
            .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  /** Reads one value in UTF-8, mending what is not a character; a MissingNode for an empty body. */
  public static JsonNode read(byte[] json) throws IOException {
    // The reader would guess other encodings; to Go they are no JSON.
    boolean foreign = json.length > 1
        && (json[0] == 0
            || json[1] == 0
            || json[0] == (byte) 0xef
            || json[0] == (byte) 0xfe
            || json[0] == (byte) 0xff);
    if (foreign) {
      throw new JsonParseException(null, "not UTF-8");
    }
    try {
      return READER.readTree(GoText.mended(json));
    } catch (NumberFormatException | ArithmeticException exponent) {
      throw new JsonParseException(null, "a number with too large an exponent");
    }
  }

  /** Reads what {@link #keep} has written. */
  static JsonNode readBack(byte[] json) throws IOException {
    return READER.readTree(json);
  }

  /** A new, empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The object in a member; a new one is put there if it has none. */
  public static ObjectNode objectAt(ObjectNode parent, String member) {
    return parent.get(member) instanceof ObjectNode there ? there : parent.putObject(member);
  }

  /** The list in a member; a new one is put there if it has none. */
  public static ArrayNode arrayAt(ObjectNode parent, String member) {
    return parent.get(member) instanceof ArrayNode there ? there : parent.putArray(member);
  }

  /** An object, or something around one. */
  public static byte[] write(JsonNode tree) {
    return write(WRITER, tree);
  }

  /** Something that is to be read back: no deeper than that can be. */
  static byte[] keep(JsonNode tree) {
    return write(KEEPER, tree);
  }

  private static byte[] write(ObjectWriter writer, JsonNode tree) {
    try {
      return writer.writeValueAsBytes(tree);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("a JSON tree could not be written", impossible);
    }
  }
}
