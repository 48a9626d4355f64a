package dev.informant.kubernetes.internal.source;

import dev.informant.kubernetes.codec.DecodeException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes gzip on bytes that arrive in any pieces, over any number of members (servers may close one at
 * every flush). A body that grows out of all proportion is refused. One stream, one thread at a time; {@link
 * #close()} when done.
 */
final class GzipInflater implements AutoCloseable {
  private static final int OUTPUT = 64 << 10;
  private static final byte DEFLATE = 8;

  // Lists of objects, each with a uid of its own, do not come near this; deflate itself ends at
  // about 1030.
  private static final long LARGEST_RATIO = 250;
  private static final long RATIO_COUNTS_FROM = 4 << 20;

  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private enum State {
    HEADER,
    EXTRA_LENGTH,
    EXTRA,
    NAME,
    COMMENT,
    CHECKSUM,
    BODY,
    TRAILER
  }

  private final BodyPump.Content plain;
  private final Inflater inflater = new Inflater(/* nowrap= */ true);
  private final CRC32 checksum = new CRC32();
  private final byte[] output = new byte[OUTPUT];
  private final byte[] field = new byte[HEADER];
  private State state = State.HEADER;
  private int fill;
  private int flags;
  private int skip;
  private long taken;
  private long given;

  GzipInflater(BodyPump.Content plain) {
    this.plain = plain;
  }

  /** Whether the input so far ends with the end of a member (or has not begun). */
  boolean isComplete() {
    return state == State.HEADER && fill == 0;
  }

  void feed(byte[] bytes, int offset, int length) {
    int to = offset + length;
    int at = offset;
    taken += length;
    while (at < to) {
      if (state == State.BODY) {
        at = body(bytes, at, to);
      } else {
        header(bytes[at++]);
      }
    }
  }

  @Override
  public void close() {
    inflater.end();
  }

  private int body(byte[] bytes, int at, int to) {
    inflater.setInput(bytes, at, to - at);
    try {
      while (true) {
        int count = inflater.inflate(output);
        if (count > 0) {
          checksum.update(output, 0, count);
          given += count;
          if (given > RATIO_COUNTS_FROM && given / LARGEST_RATIO > taken) {
            throw new DecodeException("the gzip body is more than " + LARGEST_RATIO
                + " times as large as its compressed form");
          }
          plain.accept(output, 0, count);
        } else if (inflater.finished() || inflater.needsInput()) {
          break;
        } else {
          throw new DecodeException("the gzip body requires a dictionary");
        }
      }
    } catch (DataFormatException broken) {
      throw new DecodeException("the body is not valid gzip", broken);
    }
    if (inflater.finished()) {
      next(State.TRAILER);
    }
    return to - inflater.getRemaining();
  }

  private void header(byte b) {
    switch (state) {
      case HEADER -> {
        field[fill++] = b;
        if (fill == HEADER) {
          if (field[0] != 0x1f || field[1] != (byte) 0x8b || field[2] != DEFLATE) {
            throw new DecodeException("the Content-Encoding is gzip, but the body is not");
          }
          flags = field[3];
          afterHeader(State.EXTRA_LENGTH);
        }
      }
      case EXTRA_LENGTH -> {
        field[fill++] = b;
        if (fill == 2) {
          skip = (field[0] & 0xff) | (field[1] & 0xff) << 8;
          if (skip == 0) {
            afterHeader(State.NAME);
          } else {
            next(State.EXTRA);
          }
        }
      }
      case EXTRA -> {
        if (--skip == 0) {
          afterHeader(State.NAME);
        }
      }
      case NAME -> {
        if (b == 0) {
          afterHeader(State.COMMENT);
        }
      }
      case COMMENT -> {
        if (b == 0) {
          afterHeader(State.CHECKSUM);
        }
      }
      case CHECKSUM -> {
        if (++fill == 2) {
          next(State.BODY);
        }
      }
      case TRAILER -> {
        field[fill++] = b;
        if (fill == TRAILER) {
          endMember();
        }
      }
      case BODY -> throw new AssertionError(state);
    }
  }

  /** Goes to the first optional part of the header, from {@code from} on, that the flags announce. */
  private void afterHeader(State from) {
    State to = State.BODY;
    if (from == State.EXTRA_LENGTH && (flags & EXTRA) != 0) {
      to = State.EXTRA_LENGTH;
    } else if (from.compareTo(State.NAME) <= 0 && (flags & NAME) != 0) {
      to = State.NAME;
    } else if (from.compareTo(State.COMMENT) <= 0 && (flags & COMMENT) != 0) {
      to = State.COMMENT;
    } else if ((flags & HEADER_CHECKSUM) != 0) {
      to = State.CHECKSUM;
    }
    next(to);
  }

  private void endMember() {
    long expected = (field[0] & 0xffL)
        | (field[1] & 0xffL) << 8
        | (field[2] & 0xffL) << 16
        | (field[3] & 0xffL) << 24;
    if (expected != checksum.getValue()) {
      throw new DecodeException("the gzip body fails its checksum");
    }
    inflater.reset();
    checksum.reset();
    next(State.HEADER);
  }

  private void next(State to) {
    state = to;
    fill = 0;
  }
}
