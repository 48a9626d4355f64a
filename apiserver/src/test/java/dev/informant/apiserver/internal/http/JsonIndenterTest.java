package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonIndenterTest {
  private static final int DEPTH = 900;

  @Test
  void deepObjectIsIndentedInPieces() throws Exception {
    String deep = "[".repeat(DEPTH) + "0" + ",0".repeat(1000) + "]".repeat(DEPTH);
    Iterator<byte[]> pieces = new JsonIndenter(List.of(deep.getBytes(UTF_8)).iterator());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (pieces.hasNext()) {
      byte[] piece = pieces.next();
      assertThat(piece).hasSizeBetween(1, 100_000);
      all.writeBytes(piece);
    }
    assertThat(all.size()).isGreaterThan(1000 * 2 * DEPTH);
    assertThat(new ObjectMapper().readTree(all.toByteArray()).toString()).isEqualTo(deep);
  }

  @Test
  void whereAPieceOrAChunkEndsIsNotSeen() {
    String text =
        "{\"a\":\"" + "\\\"{".repeat(50_000) + "\",\"b\":[{}],\"c\":[],\"d\":[1,{\"e\":2}]}";
    String indented = "{\n  \"a\": \"" + "\\\"{".repeat(50_000) + "\",\n  \"b\": [\n    {}\n  ],\n"
        + "  \"c\": [],\n  \"d\": [\n    1,\n    {\n      \"e\": 2\n    }\n  ]\n}";
    byte[] bytes = text.getBytes(UTF_8);
    Iterator<byte[]> single =
        text.chars().mapToObj(one -> new byte[] {(byte) one}).iterator();
    for (Iterator<byte[]> chunks : List.of(List.of(bytes).iterator(), single)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      new JsonIndenter(chunks).forEachRemaining(all::writeBytes);
      assertThat(all.toString(UTF_8)).isEqualTo(indented);
    }
  }
}
