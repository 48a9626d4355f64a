package dev.informant.kubernetes.internal.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Finds the end of an object as a decoder does that knows nothing of what follows. */
final class FirstValue {
  private static final JsonFactory FACTORY = new JsonFactory();

  private FirstValue() {}

  /** Negative if no whole, valid object stands there. */
  static int end(byte[] bytes, int offset, int length) {
    try (JsonParser parser = FACTORY.createParser(bytes, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return -1;
      }
      int depth = 1;
      while (depth > 0) {
        JsonToken token = parser.nextToken();
        if (token == null) {
          return -1;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
      return offset + (int) parser.currentLocation().getByteOffset();
    } catch (IOException broken) {
      return -1;
    }
  }
}
