package dev.informant.apiserver.internal.core;

import java.util.Iterator;
import java.util.Map;

/** One response as the core gives it. The front adds transport headers and compression. */
public sealed interface ApiResponse {
  int status();

  /** Header names as they are written. */
  Map<String, String> headers();

  /** The whole body at once. */
  record Complete(int status, Map<String, String> headers, byte[] body) implements ApiResponse {}

  /** A body that is encoded while it is pulled, so that a large list is never held as text. */
  record Chunked(int status, Map<String, String> headers, Iterator<byte[]> chunks)
      implements ApiResponse {}

  /** A watch. Its headers are sent before any event. */
  record Watch(int status, Map<String, String> headers, WatchStream stream)
      implements ApiResponse {}
}
