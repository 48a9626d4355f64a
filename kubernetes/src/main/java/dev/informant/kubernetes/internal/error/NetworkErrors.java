package dev.informant.kubernetes.internal.error;

import dev.informant.source.SourceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Tells what kind of failure an exception of the HTTP client is. Stateless. */
public final class NetworkErrors {
  private NetworkErrors() {}

  public static SourceException of(String what, Throwable failure) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof SourceException known) {
      return known;
    }
    if (has(cause, SSLException.class)) {
      return SourceException.of(
          SourceException.Kind.NETWORK, what + ": TLS failed: " + innermost(cause), cause);
    }
    if (isNoHttp(cause)) {
      return SourceException.of(
          SourceException.Kind.NETWORK,
          what + ": the response is not HTTP; if the server uses TLS, its address must begin with"
              + " https://",
          cause);
    }
    if (has(cause, IllegalArgumentException.class) || has(cause, URISyntaxException.class)) {
      return unsendable(what, cause);
    }
    if (has(cause, UnknownHostException.class)) {
      return SourceException.of(SourceException.Kind.NETWORK, what + ": unknown host", cause);
    }
    if (isRefused(cause)) {
      return SourceException.of(
          SourceException.Kind.CONNECTION_REFUSED, what + ": connection refused", cause);
    }
    if (isNetwork(cause)) {
      return SourceException.of(
          SourceException.Kind.NETWORK, what + ": connection failed: " + innermost(cause), cause);
    }
    return SourceException.of(SourceException.Kind.OTHER, what + ": " + innermost(cause), cause);
  }

  /**
   * What cannot be sent is quoted by whoever refuses it: a header with its token, an address with its password. So
   * neither the message nor the exception is passed on.
   */
  private static SourceException unsendable(String what, Throwable cause) {
    String reason = "the request could not be built (" + cause.getClass().getSimpleName()
        + "); its address or one of its headers, such as the token, holds a character that is"
        + " not allowed there";
    IllegalArgumentException unquoted = new IllegalArgumentException(reason);
    unquoted.setStackTrace(cause.getStackTrace());
    return SourceException.of(SourceException.Kind.OTHER, what + ": " + reason, unquoted);
  }

  /** Whether the decoder of answers has failed: by its name, since another client may be in use. */
  private static boolean isNoHttp(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause.getClass().getName().startsWith("io.netty.handler.codec.http.")
          || Arrays.stream(cause.getStackTrace())
              .anyMatch(frame -> frame.getClassName().endsWith(".HttpObjectDecoder"))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the connection is to blame, rather than the program. */
  private static boolean isNetwork(Throwable failure) {
    return has(unwrapped(failure), IOException.class)
        || has(unwrapped(failure), TimeoutException.class)
        || isClosed(failure);
  }

  /** Whether Vert.x has lost the connection, which fabric8 reports as an IOException only since 7.7; by its name, as above. */
  private static boolean isClosed(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause.getClass().getName().equals("io.vertx.core.http.HttpClosedException")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRefused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause instanceof ConnectException) {
        String message = cause.getMessage();
        // The JDK's client says nothing; a timeout while connecting says so.
        return message == null || message.contains("refused");
      }
    }
    return false;
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static String innermost(Throwable failure) {
    Throwable cause = failure;
    for (Throwable next = next(cause); next != null; next = next(cause)) {
      cause = next;
    }
    String message = cause.getMessage();
    return message == null || message.isEmpty() ? cause.getClass().getSimpleName() : message;
  }

  private static @Nullable Throwable next(Throwable cause) {
    return cause.getCause() == cause ? null : cause.getCause();
  }
}
