package dev.informant.apiserver.internal.core;

import java.util.concurrent.CompletableFuture;

/** Answers requests. Thread-safe; never blocks: an answer that must wait is a later completion. */
public interface ApiCore extends AutoCloseable {
  CompletableFuture<ApiResponse> handle(ApiRequest request);

  /** Ends all watches. */
  @Override
  void close();
}
