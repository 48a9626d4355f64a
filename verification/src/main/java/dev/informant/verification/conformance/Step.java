package dev.informant.verification.conformance;

import java.util.List;
import java.util.Map;

/** One step of a {@link ConformanceScript}. {@code ${name}} in paths, headers and bodies stands for a captured value. */
public sealed interface Step {
  /** The name under which its answer is recorded; unique in its script if there is an answer. */
  String label();

  /** Whether its answer is recorded and compared. */
  default boolean isCompared() {
    return !(this instanceof Compact || this instanceof Await);
  }

  /** Whether it is a request whose answer is compared. */
  default boolean isExchange() {
    return isCompared() && !(this instanceof Take || this instanceof Finish);
  }

  /**
   * A request and its complete answer.
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

  /** A GET whose answer is compared without its body. */
  record Head(String label, String path, Map<String, String> headers) implements Step {}

  /** A GET of whose answer only the order of the members is compared. */
  record Order(String label, String path) implements Step {}

  /** Opens a watch that stays open until {@link Finish} or the end of the script. */
  record Open(String label, String watch, String path, Map<String, String> headers)
      implements Step {}

  /** Reads {@code events} events, or fewer if they do not arrive. */
  record Take(String label, String watch, int events) implements Step {}

  /** Reads until the server ends the stream. */
  record Finish(String label, String watch) implements Step {}

  /** Opens a WebSocket and reads {@code messages} messages, or how the handshake was refused. */
  record Socket(String label, String path, Map<String, String> headers, int messages)
      implements Step {}

  /** Makes the server drop its history. */
  record Compact(String label) implements Step {}

  /** Repeats a GET until its answer meets every condition; the answer itself is not compared. */
  record Await(String label, String path, List<Condition> wanted) implements Step {}
}
