package dev.informant.apiserver.internal.http;

import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param uid empty if the credential tells none, as certificates do
 */
public record Identity(String user, String uid, List<String> groups) {
  /** Who asks without credentials. */
  public static final Identity ANONYMOUS =
      new Identity("system:anonymous", "", List.of("system:unauthenticated"));

  /** Tells who sends a request. Thread-safe. */
  @FunctionalInterface
  public interface Source {
    /**
     * The sender; null if it is to be refused.
     *
     * @param authorization the header, if there is one
     * @param certificates the chain the client presented in the handshake, not verified; may be empty
     */
    @Nullable
    Identity identify(@Nullable String authorization, List<X509Certificate> certificates);
  }
}
