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

  abstract void opened();

  /** Plain bytes of a successful answer. */
  abstract void content(byte[] bytes, int offset, int length);

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
  public final boolean head(HttpResponse<?> response) {
    code = response.code();
    contentType = response.header("Content-Type");
    retryAfter = response.header("Retry-After");
    String encoding = response.header("Content-Encoding");
    if (encoding != null && encoding.toLowerCase(Locale.ROOT).contains("gzip")) {
      inflater = new GzipInflater(this::plain);
    }
    if (code < 200 || code > 299) {
      error = new ByteArrayOutputStream();
      return false;
    }
    if (contentType != null && !contentType.contains("json")) {
      throw new DecodeException("answered with " + contentType
          + " instead of JSON; is this the address of an API server?");
    }
    opened = true;
    opened();
    return isEndless();
  }

  @Override
  public final void bytes(byte[] bytes, int offset, int length) {
    if (inflater != null) {
      inflater.feed(bytes, offset, length);
    } else {
      plain(bytes, offset, length);
    }
  }

  private void plain(byte[] bytes, int offset, int length) {
    if (error == null) {
      content(bytes, offset, length);
    } else {
      error.write(bytes, offset, Math.min(length, ERROR_LIMIT - error.size()));
      if (error.size() == ERROR_LIMIT) {
        // More would tell nobody more, and there may be no end of it.
        throw new DecodeException("the explanation of status " + code + " is too long");
      }
    }
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
