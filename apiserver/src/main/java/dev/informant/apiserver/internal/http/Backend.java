package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import java.util.concurrent.CompletableFuture;

/** What the front asks for an answer. Thread-safe; never blocks. */
@FunctionalInterface
public interface Backend {
  CompletableFuture<Answer> answer(ApiRequest request);

  /**
   * A refusal of the front in the form that a request asks for.
   *
   * @param request of which only the headers that ask for a form are known
   */
  default ApiResponse inForm(ApiRequest request, ApiResponse refusal) {
    return refusal;
  }

  /**
   * A response and what shall happen to it on its way.
   *
   * @param cut how its body ends early, if it does
   */
  record Answer(ApiResponse response, Cut cut) {
    public Answer(ApiResponse response) {
      this(response, Cut.NONE);
    }
  }
}
