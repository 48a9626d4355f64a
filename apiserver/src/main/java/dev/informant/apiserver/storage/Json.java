package dev.informant.apiserver.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How the server reads and writes JSON. Thread-safe. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
      .build();
  private static final ObjectReader READER = MAPPER.readerFor(JsonNode.class);
  private static final ObjectWriter WRITER = MAPPER.writer();

  private Json() {}

  /** Reads one value; a MissingNode for an empty body. */
  public static JsonNode read(byte[] json) throws IOException {
    return READER.readTree(json);
  }

  /** A new, empty object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static byte[] write(JsonNode tree) {
    try {
      return WRITER.writeValueAsBytes(tree);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("a JSON tree could not be written", impossible);
    }
  }
}
