package dev.informant.apiserver.internal.core;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A list that is encoded while it is read, in pieces of 64 KiB or a little more, so that it is never held whole.
 * Subclasses say what its parts look like. For one reader.
 */
public abstract class ListPieces implements Iterator<byte[]> {
  private static final int PIECE = 64 * 1024;

  /** What is to be encoded. */
  protected final ServedList list;

  private final Iterator<ServedObject> items;
  /** Grows to a piece's size with the first, and serves them all: most lists are shorter than that. */
  private final ByteArrayOutputStream piece = new ByteArrayOutputStream(2048);

  private Iterator<byte[]> begunItem = Collections.emptyIterator();
  private boolean begun;
  private boolean empty;
  private boolean first = true;
  private boolean done;

  protected ListPieces(ServedList list) {
    this.list = list;
    this.items = list.items().iterator();
  }

  /** What stands before the items. */
  protected abstract void head(ByteArrayOutputStream out, boolean empty) throws IOException;

  /** One item, and what parts it from the one before. */
  protected abstract void item(ByteArrayOutputStream out, ServedObject item, boolean first)
      throws IOException;

  /** To be called by {@link #item}: the rest of the item, which may be large. */
  protected final void inPieces(Iterator<byte[]> rest) {
    begunItem = rest;
  }

  /** What stands behind the items. */
  protected abstract void tail(ByteArrayOutputStream out, boolean empty) throws IOException;

  @Override
  public final boolean hasNext() {
    return !done;
  }

  @Override
  public final byte[] next() {
    if (done) {
      throw new NoSuchElementException();
    }
    piece.reset();
    try {
      if (!begun) {
        begun = true;
        empty = !items.hasNext();
        head(piece, empty);
      }
      while (piece.size() < PIECE && (begunItem.hasNext() || items.hasNext())) {
        if (begunItem.hasNext()) {
          piece.writeBytes(begunItem.next());
        } else {
          item(piece, items.next(), first);
          first = false;
        }
      }
      if (!begunItem.hasNext() && !items.hasNext()) {
        done = true;
        tail(piece, empty);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // nothing is written but memory
    }
    return piece.toByteArray();
  }

  protected static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
