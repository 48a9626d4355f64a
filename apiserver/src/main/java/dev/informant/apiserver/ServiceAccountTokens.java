package dev.informant.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.Tokens;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.runtime.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signed tokens (JWT) with the claims that a kube-apiserver gives them. The key is made with the server and known to it
 * alone. A token counts until it expires or its account is gone. Thread-safe.
 */
final class ServiceAccountTokens {
  static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final String HEAD = ENCODER.encodeToString(
      "{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));

  private final Clock clock;
  private final SecretKeySpec key;
  private volatile Predicate<Tokens.Account> living = account -> false;

  ServiceAccountTokens(Clock clock) {
    this.clock = clock;
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.key = new SecretKeySpec(random, "HmacSHA256");
  }

  /** Says which accounts there are. */
  void accounts(Predicate<Tokens.Account> there) {
    living = there;
  }

  String issue(Tokens.Account account, List<String> audiences, Instant from, Instant until) {
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    audiences.forEach(claims.putArray("aud")::add);
    claims.put("exp", until.getEpochSecond()).put("iat", from.getEpochSecond());
    claims.put("iss", ISSUER).put("jti", UUID.randomUUID().toString());
    ObjectNode kubernetes = claims.putObject("kubernetes.io").put("namespace", account.namespace());
    kubernetes.putObject("serviceaccount").put("name", account.name()).put("uid", account.uid());
    claims.put("nbf", from.getEpochSecond()).put("sub", user(account));
    String content = HEAD + "." + ENCODER.encodeToString(Json.write(claims));
    return content + "." + ENCODER.encodeToString(signature(content));
  }

  /** Who shows the token; null if it is not one of these, or counts no longer. */
  Tokens.@Nullable Holder holder(String token) {
    int end = token.lastIndexOf('.');
    if (end < 0 || !token.startsWith(HEAD + ".") || end <= HEAD.length()) {
      return null;
    }
    String content = token.substring(0, end);
    try {
      byte[] given = Base64.getUrlDecoder().decode(token.substring(end + 1));
      if (!MessageDigest.isEqual(given, signature(content))) {
        return null;
      }
      return holder(Json.read(Base64.getUrlDecoder().decode(content.substring(HEAD.length() + 1))));
    } catch (IllegalArgumentException | IOException malformed) {
      return null;
    }
  }

  private Tokens.@Nullable Holder holder(JsonNode claims) {
    JsonNode kubernetes = claims.path("kubernetes.io");
    Tokens.Account account = new Tokens.Account(
        kubernetes.path("namespace").asText(),
        kubernetes.path("serviceaccount").path("name").asText(),
        kubernetes.path("serviceaccount").path("uid").asText());
    boolean forUs = false;
    for (JsonNode audience : claims.path("aud")) {
      forUs |= audience.asText().equals(ISSUER);
    }
    boolean counts = clock.now().getEpochSecond() < claims.path("exp").asLong();
    return forUs && counts && living.test(account)
        ? new Tokens.Holder(
            user(account),
            account.uid(),
            List.of("system:serviceaccounts", "system:serviceaccounts:" + account.namespace()))
        : null;
  }

  private static String user(Tokens.Account account) {
    return "system:serviceaccount:" + account.namespace() + ":" + account.name();
  }

  private byte[] signature(String content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }
}
