package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Predicate;

/** One line of a {@link ConformanceScript}. {@code ${name}} in paths and bodies stands for something captured before. */
sealed interface Step {
  /** What the result is filed under; unique in its script. */
  String label();

  /**
   * A request and its whole answer.
   *
   * @param captures names for later steps, and the JSON pointers of their values in the answer
   */
  record Exchange(
      String label,
      String method,
      String path,
      Map<String, String> headers,
      byte[] body,
      Map<String, String> captures)
      implements Step {}

  /** A request to read something, of whose answer the body is left out. */
  record Head(String label, String path, Map<String, String> headers) implements Step {}

  /** A request to read something, of whose answer only the order of the members is compared. */
  record Order(String label, String path) implements Step {}

  /** Opens a watch that stays open until {@link Finish} or the end of the script. */
  record Open(String label, String watch, String path, Map<String, String> headers)
      implements Step {}

  /** Reads {@code events} events, or fewer if they do not come. */
  record Take(String label, String watch, int events) implements Step {}

  /** Reads until the server ends the stream. */
  record Finish(String label, String watch) implements Step {}

  /** Opens a WebSocket and reads {@code messages} messages, or how the handshake was refused. */
  record Socket(String label, String path, Map<String, String> headers, int messages)
      implements Step {}

  /** Makes the server forget the states before now. */
  record Compact(String label) implements Step {}

  /** Repeats a GET until what it answers is as wanted; the answer itself is not compared. */
  record Await(String label, String path, Predicate<JsonNode> wanted) implements Step {}
}
