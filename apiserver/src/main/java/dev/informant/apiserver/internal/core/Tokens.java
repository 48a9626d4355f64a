package dev.informant.apiserver.internal.core;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Issues the tokens of service accounts, and tells who shows a token. Thread-safe, and must not block. */
public interface Tokens {
  /** Issues none and knows none. */
  Tokens NONE = new Tokens() {
    @Override
    public @Nullable String issue(
        Account account, List<String> audiences, Instant from, Instant until) {
      return null;
    }

    @Override
    public @Nullable Holder holder(String token) {
      return null;
    }

    @Override
    public String audience() {
      return "";
    }
  };

  /** A service account. */
  record Account(String namespace, String name, String uid) {}

  /** Who shows a token. */
  record Holder(String user, String uid, List<String> groups) {}

  /** A token; null if none are issued. */
  @Nullable
  String issue(Account account, List<String> audiences, Instant from, Instant until);

  /** Null if nobody is known by it. */
  @Nullable
  Holder holder(String token);

  /** Whom a token is for unless it says so: this server. */
  String audience();
}
