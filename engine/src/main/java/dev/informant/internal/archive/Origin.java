package dev.informant.internal.archive;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** The server a cache is of. Thread-safe. */
public interface Origin {
  /** Tells servers apart without asking them: where this one is, and who vouches for it. Another may come in its place. */
  String address() throws IOException;

  /** Tells servers apart for good. Fails if the server does not answer; then it may be asked again. */
  CompletableFuture<String> identity();
}
