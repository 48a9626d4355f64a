package dev.informant.kubernetes;

import dev.informant.internal.archive.Origin;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.source.SourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster a connection leads to: the uid of its namespace kube-system, which lives as long as the cluster; where
 * that may not be read, the server's address and certificates. Asked once; a failure is asked again the next time.
 * Thread-safe.
 */
final class ClusterIdentity implements Origin {
  private static final String PATH = "api/v1/namespaces/kube-system";
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final ApiConnection connection;
  private @Nullable CompletableFuture<String> known; // guarded by this

  ClusterIdentity(ApiConnection connection) {
    this.connection = connection;
  }

  /** Where the server is, without anybody's name or password. */
  String url() {
    return ServerAddress.withoutUser(connection.baseUrl());
  }

  @Override
  public String address() throws IOException {
    return connection.fingerprint();
  }

  /** Fails with {@link SourceException} if the server does not answer. */
  @Override
  public synchronized CompletableFuture<String> identity() {
    if (known == null || known.isCompletedExceptionally()) {
      known = connection
          .document(PATH, "application/json")
          .thenApply(namespace -> namespace.path("metadata").path("uid").asText(""))
          .exceptionally(ClusterIdentity::notReadable)
          .thenApply(uid -> uid.isEmpty() ? fingerprint() : "uid " + uid);
    }
    return known;
  }

  /** That it may not be read is an answer; that there is none is not. */
  private static String notReadable(Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
    if (cause instanceof SourceException refused
        && (refused.code() == FORBIDDEN || refused.code() == NOT_FOUND)) {
      return "";
    }
    throw new CompletionException(cause);
  }

  private String fingerprint() {
    try {
      return "address " + address();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
