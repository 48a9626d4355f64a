package dev.informant.kubernetes.internal.source;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.error.NetworkErrors;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What LIST and WATCH answers have in common: a status other than success is collected and reported,
 * compression is undone. Confined to the pump's queue.
 */
abstract class AnswerReader implements BodyPump.Reader {
  private static final int ERROR_LIMIT = 64 << 10;

  private final String what;
  private int code;
  private @Nullable String contentType;
  private @Nullable String retryAfter;
  private @Nullable ByteArrayOutputStream error;
  private @Nullable GzipInflater inflater;
  private boolean opened;

  /**
   * @param what is asked for, for messages
   */
  AnswerReader(String what) {
    this.what = what;
  }

  /** A successful answer begins. Returns what takes its plain bytes. */
  abstract BodyPump.Content opened();

  /** A successful answer is complete. */
  abstract void completed();

  /** The answer broke off after its head. */
  abstract void broken(Throwable cause);

  abstract void report(SourceException failure);

  /** Whether an open answer may be silent for long. */
  abstract boolean isEndless();

  public final String what() {
    return what;
  }

  @Override
  public final BodyPump.Content head(HttpResponse<?> response) {
    code = response.code();
    contentType = response.header("Content-Type");
    retryAfter = response.header("Retry-After");
    BodyPump.Content plain = isSuccess() ? open() : explanation();
    String encoding = response.header("Content-Encoding");
    if (encoding == null || !encoding.toLowerCase(Locale.ROOT).contains("gzip")) {
      return plain;
    }
    GzipInflater gzip = new GzipInflater(plain);
    inflater = gzip;
    return gzip::feed;
  }

  private boolean isSuccess() {
    return code >= 200 && code <= 299;
  }

  private BodyPump.Content open() {
    if (contentType != null && !contentType.contains("json")) {
      throw new DecodeException("answered with " + contentType
          + " instead of JSON; is this the address of an API server?");
    }
    opened = true;
    return opened();
  }

  private BodyPump.Content explanation() {
    ByteArrayOutputStream collected = new ByteArrayOutputStream();
    error = collected;
    return (bytes, offset, length) -> {
      collected.write(bytes, offset, Math.min(length, ERROR_LIMIT - collected.size()));
      if (collected.size() == ERROR_LIMIT) {
        // More would tell nobody more, and there may be no end of it.
        throw new DecodeException("the body of status " + code + " is too long");
      }
    };
  }

  @Override
  public final boolean mayPause() {
    return opened && isEndless();
  }

  @Override
  public final void finished() {
    boolean whole = inflater == null || inflater.isComplete();
    closeInflater();
    if (error != null) {
      report(StatusErrors.ofAnswer(what, code, error.toByteArray(), contentType, retryAfter));
    } else if (!whole) {
      broken(SourceException.of(
          SourceException.Kind.NETWORK, what + ": the compressed body ended early", null));
    } else {
      completed();
    }
  }

  @Override
  public final void failed(Throwable cause) {
    closeInflater();
    if (error == null && cause instanceof DecodeException malformed) {
      report(SourceException.of(
          SourceException.Kind.DECODE, what + ": " + malformed.getMessage(), malformed));
    } else if (error != null && !(cause instanceof OutOfMemoryError)) {
      // The status is known; only its explanation broke off.
      report(StatusErrors.ofAnswer(what, code, error.toByteArray(), contentType, retryAfter));
    } else if (opened) {
      broken(cause);
    } else {
      report(described(cause));
    }
  }

  final SourceException described(Throwable cause) {
    if (cause instanceof SourceException known) {
      return SourceException.of(known.kind(), what + ": " + known.getMessage(), known);
    }
    return NetworkErrors.of(what, cause);
  }

  private void closeInflater() {
    if (inflater != null) {
      inflater.close();
    }
  }
}
