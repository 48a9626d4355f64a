package dev.informant.apiserver.yaml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A text in which long indentation is a mark and a number, and its bytes with all the blanks, made piece by piece while
 * they are read: of a deep object blanks may be a thousand times as many as everything else. Written first, then read; by
 * one thread.
 */
final class YamlPieces implements Iterator<byte[]> {
  /** A piece is not much larger. */
  private static final int PIECE = 64 * 1024;

  /** Is never written as it is. Two digits follow. */
  private static final char MARK = '\0';

  private static final int BASE = 128;

  /** As many blanks take no more room than a mark. */
  private static final int FEW = 3;

  private final StringBuilder text = new StringBuilder();
  private int at;

  void append(String some) {
    text.append(some);
  }

  void append(int point) {
    text.appendCodePoint(point);
  }

  void blanks(int count) {
    int left = count;
    while (left > FEW) {
      int run = Math.min(left, BASE * BASE - 1);
      text.append(MARK).append((char) (run / BASE)).append((char) (run % BASE));
      left -= run;
    }
    text.append(" ".repeat(left));
  }

  @Override
  public boolean hasNext() {
    return at < text.length();
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    while (hasNext() && piece.size() < PIECE) {
      if (text.charAt(at) == MARK) {
        byte[] blanks = new byte[text.charAt(at + 1) * BASE + text.charAt(at + 2)];
        Arrays.fill(blanks, (byte) ' ');
        piece.writeBytes(blanks);
        at += 3;
      } else {
        int end = plainEnd();
        piece.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end;
      }
    }
    return piece.toByteArray();
  }

  /** Where the next piece ends at the latest, or the next mark stands. */
  private int plainEnd() {
    int most = Math.min(text.length(), at + PIECE);
    for (int end = at; end < most; end++) {
      if (text.charAt(end) == MARK) {
        return end;
      }
    }
    return most; // no character that is written takes two of Java's
  }
}
