package dev.informant.apiserver.internal.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The protocols that the client of a WebSocket offers. One of them may be a bearer token, since a browser can send it in
 * no other way; it is a credential, which no answer shows. Immutable.
 *
 * @param all every one, in the order in which they are offered
 * @param tokens those that carry a token, still encoded
 * @param others the rest
 */
record SocketProtocols(List<String> all, List<String> tokens, List<String> others) {
  private static final String TOKEN = "base64url.bearer.authorization.k8s.io.";

  static SocketProtocols of(List<String> headers) {
    List<String> all = new ArrayList<>();
    List<String> tokens = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String header : headers) {
      if (header.isBlank()) {
        continue; // as if there were none
      }
      for (String protocol : header.split(",", -1)) {
        String name = protocol.strip();
        all.add(name);
        if (name.startsWith(TOKEN)) {
          tokens.add(name.substring(TOKEN.length()));
        } else {
          others.add(name);
        }
      }
    }
    return new SocketProtocols(List.copyOf(all), List.copyOf(tokens), List.copyOf(others));
  }

  /** The token; null if it is none that a real server reads. It wants a protocol that it can give back. */
  @Nullable
  String token() {
    if (tokens.size() != 1 || tokens.get(0).isEmpty() || others.isEmpty()) {
      return null;
    }
    try {
      // without padding: that is how the real server decodes it
      byte[] decoded =
          tokens.get(0).endsWith("=") ? null : Base64.getUrlDecoder().decode(tokens.get(0));
      return decoded == null
          ? null
          : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded)).toString();
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      return null;
    }
  }

  /** Whether a credential is offered, be it sound or not. */
  boolean offersToken() {
    return !tokens.isEmpty();
  }
}
