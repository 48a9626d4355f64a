package dev.informant.kubernetes;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A token that is kept in a file and may change there at any time: read for every request, so that a renewed one
 * is used at once. While the file cannot be read, the last token that could is used. Thread-safe.
 */
final class TokenFile implements OAuthTokenProvider {
  private final Path file;
  private volatile String last = "";

  TokenFile(Path file) {
    this.file = file;
  }

  @Override
  public String getToken() {
    try {
      String token = Files.readString(file).strip();
      if (!token.isEmpty()) {
        last = token;
      }
    } catch (IOException unreadable) {
      // The server's refusal will say what is wrong, if the last token is of no use any more.
      return last;
    }
    return last;
  }
}
