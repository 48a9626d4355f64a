package dev.informant.apiserver.internal.core;

import java.util.Iterator;

/** The pieces of a body whose beginning has been read already. For one reader. */
public final class JoinedPieces implements Iterator<byte[]> {
  private final Iterator<byte[]> read;
  private final Iterator<byte[]> rest;

  public JoinedPieces(Iterator<byte[]> read, Iterator<byte[]> rest) {
    this.read = read;
    this.rest = rest;
  }

  @Override
  public boolean hasNext() {
    return read.hasNext() || rest.hasNext();
  }

  @Override
  public byte[] next() {
    return read.hasNext() ? read.next() : rest.next();
  }
}
