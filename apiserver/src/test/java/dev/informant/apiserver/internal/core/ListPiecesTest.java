package dev.informant.apiserver.internal.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a list is cut; its parts are numbers of letters here. */
class ListPiecesTest {
  private static final int PIECE = 64 * 1024;

  /** A list whose head, items and tail have these sizes. */
  private static final class Sized extends ListPieces {
    private final int head;
    private final int tail;
    private final Iterator<Integer> sizes;

    Sized(int head, int tail, Integer... items) {
      super(new ServedList(
          null, 1, null, null, Collections.nCopies(items.length, new ServedObject(null, null))));
      this.head = head;
      this.tail = tail;
      this.sizes = Arrays.asList(items).iterator();
    }

    @Override
    protected void head(ByteArrayOutputStream out, boolean empty) {
      write(out, (empty ? "e" : "h").repeat(head));
    }

    @Override
    protected void item(ByteArrayOutputStream out, ServedObject item, boolean first) {
      write(out, (first ? "f" : "i").repeat(sizes.next()));
    }

    @Override
    protected void tail(ByteArrayOutputStream out, boolean empty) {
      write(out, "t".repeat(tail));
    }

    /** Each piece as its runs of letters: {@code h3 f2}. */
    List<String> pieces() {
      List<String> pieces = new ArrayList<>();
      forEachRemaining(piece -> pieces.add(runs(new String(piece, UTF_8))));
      return pieces;
    }

    private static String runs(String text) {
      List<String> runs = new ArrayList<>();
      for (int from = 0; from < text.length(); ) {
        int end = from;
        while (end < text.length() && text.charAt(end) == text.charAt(from)) {
          end++;
        }
        runs.add(text.charAt(from) + "" + (end - from));
        from = end;
      }
      return String.join(" ", runs);
    }
  }

  @Test
  void shortListIsOnePiece() {
    assertThat(new Sized(3, 2, 5, 7, 7).pieces()).containsExactly("h3 f5 i14 t2");
    assertThat(new Sized(3, 2).pieces()).containsExactly("e3 t2");
  }

  @ParameterizedTest
  @ValueSource(ints = {PIECE, PIECE + 1, 5 * PIECE})
  void headOfAPieceOrMoreIsAPieceOfItsOwn(int head) {
    assertThat(new Sized(head, 2, 5, 7).pieces()).containsExactly("h" + head, "f5 i7 t2");
    assertThat(new Sized(head, 2, PIECE, 7).pieces())
        .containsExactly("h" + head, "f" + PIECE, "i7 t2");
  }

  @Test
  void headOfAPieceOrMoreBeforeNothingHasTheTailBehindIt() {
    assertThat(new Sized(2 * PIECE, 2).pieces()).containsExactly("e" + 2 * PIECE + " t2");
  }

  @Test
  void headThatIsALittleShorterTakesOneItem() {
    assertThat(new Sized(PIECE - 1, 2, 5, 7).pieces())
        .containsExactly("h" + (PIECE - 1) + " f5", "i7 t2");
  }

  @Test
  void itemOfMoreThanAPieceIsNotCut() {
    assertThat(new Sized(3, 2, 5, 3 * PIECE, 7).pieces())
        .containsExactly("h3 f5 i" + 3 * PIECE, "i7 t2");
    assertThat(new Sized(3, 2, 3 * PIECE).pieces()).containsExactly("h3 f" + 3 * PIECE + " t2");
    assertThat(new Sized(3, 2, 2 * PIECE, 2 * PIECE, 2 * PIECE).pieces())
        .containsExactly("h3 f" + 2 * PIECE, "i" + 2 * PIECE, "i" + 2 * PIECE + " t2");
  }

  @Test
  void tailOfMoreThanAPieceIsNotCut() {
    assertThat(new Sized(3, 2 * PIECE, 5).pieces()).containsExactly("h3 f5 t" + 2 * PIECE);
  }

  @Test
  void thereIsNothingBehindTheLastPiece() {
    Sized pieces = new Sized(2 * PIECE, 2, 2 * PIECE);
    assertThat(pieces.pieces()).hasSize(2);
    assertThat(pieces.hasNext()).isFalse();
    assertThatThrownBy(pieces::next).isInstanceOf(NoSuchElementException.class);
  }
}
