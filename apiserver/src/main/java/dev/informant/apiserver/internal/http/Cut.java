package dev.informant.apiserver.internal.http;

/**
 * Where and how a response ends before its time.
 *
 * @param afterBytes body bytes that are still sent (as they stand on the wire, after compression)
 * @param reset whether the connection is reset (RST) instead of closed; on HTTP/2 the stream is
 */
public record Cut(long afterBytes, boolean reset) {
  /** The whole response is sent. */
  public static final Cut NONE = new Cut(Long.MAX_VALUE, /* reset= */ false);

  public boolean isNone() {
    return afterBytes == Long.MAX_VALUE;
  }
}
