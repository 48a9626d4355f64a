package dev.informant.apiserver;

import dev.informant.apiserver.internal.core.Tokens;
import dev.informant.apiserver.internal.http.Identity;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.runtime.Clock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens, tokens of service accounts, client certificates of the server's own authority, and nobody in
 * particular. Thread-safe.
 */
final class Identities implements Identity.Source, Tokens {
  private static final String AUTHENTICATED = "system:authenticated";

  private final Map<String, Identity> tokens;
  private final @Nullable CertificateAuthority authority;
  private final boolean anonymous;
  private final Clock clock;
  private final ServiceAccountTokens accounts;

  Identities(
      Map<String, Identity> tokens,
      @Nullable CertificateAuthority authority,
      boolean anonymous,
      Clock clock,
      ServiceAccountTokens accounts) {
    this.tokens = Map.copyOf(tokens);
    this.authority = authority;
    this.anonymous = anonymous;
    this.clock = clock;
    this.accounts = accounts;
  }

  @Override
  public @Nullable Identity identify(
      @Nullable String authorization, List<X509Certificate> certificates) {
    Identity shown = certificates.isEmpty() ? null : ofCertificate(certificates.get(0));
    if (shown != null) {
      return shown;
    }
    String token = bearer(authorization);
    if (token.isEmpty()) {
      // another scheme is nobody's business here; who shows a certificate wants to be somebody
      return anonymous && certificates.isEmpty() ? Identity.ANONYMOUS : null;
    }
    return ofToken(token);
  }

  /** The word after the scheme; empty if there is none, or if the scheme is another one. */
  private static String bearer(@Nullable String authorization) {
    if (authorization == null) {
      return "";
    }
    String[] parts = authorization.strip().split(" ", 3);
    return parts.length > 1 && parts[0].equalsIgnoreCase("Bearer") ? parts[1] : "";
  }

  private @Nullable Identity ofToken(String given) {
    byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
    Identity found = null;
    for (Map.Entry<String, Identity> token : tokens.entrySet()) {
      if (MessageDigest.isEqual(bytes, token.getKey().getBytes(StandardCharsets.UTF_8))) {
        found = token.getValue();
      }
    }
    if (found != null) {
      return authenticated(found.user(), found.uid(), found.groups());
    }
    Tokens.Holder account = accounts.holder(given);
    return account == null ? null : authenticated(account.user(), account.uid(), account.groups());
  }

  @Override
  public String issue(Tokens.Account account, List<String> audiences, Instant from, Instant until) {
    return accounts.issue(account, audiences, from, until);
  }

  @Override
  public Tokens.@Nullable Holder holder(String token) {
    Identity found = ofToken(token);
    return found == null ? null : new Tokens.Holder(found.user(), found.uid(), found.groups());
  }

  @Override
  public String audience() {
    return ServiceAccountTokens.ISSUER;
  }

  private @Nullable Identity ofCertificate(X509Certificate certificate) {
    if (authority == null || !authority.signed(certificate, clock.now())) {
      return null;
    }
    String user = "";
    List<String> groups = new ArrayList<>();
    try {
      LdapName subject = new LdapName(certificate.getSubjectX500Principal().getName());
      for (Rdn part : subject.getRdns()) {
        if (part.getType().equalsIgnoreCase("CN")) {
          user = String.valueOf(part.getValue());
        } else if (part.getType().equalsIgnoreCase("O")) {
          groups.add(String.valueOf(part.getValue()));
        }
      }
    } catch (InvalidNameException malformed) {
      return null;
    }
    return user.isEmpty() ? null : authenticated(user, "", groups);
  }

  private static Identity authenticated(String user, String uid, List<String> groups) {
    List<String> all = new ArrayList<>(groups);
    all.add(AUTHENTICATED);
    return new Identity(user, uid, List.copyOf(all));
  }
}
