package dev.informant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.http.Identity;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.runtime.Clock;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
  private static final List<X509Certificate> NONE = List.of();

  private final CertificateAuthority authority = CertificateAuthority.create("own", Instant.now());
  private final Identities identities = new Identities(
      Map.of("secret", new Identity("alice", "alice", List.of())),
      authority,
      /* anonymous= */ true,
      Clock.system(),
      new ServiceAccountTokens(Clock.system()));

  private String user(String authorization) {
    Identity identity = identities.identify(authorization, NONE);
    return identity == null ? "refused" : identity.user();
  }

  @Test
  void theTokenIsTheWordAfterOneSpace() {
    assertThat(user("Bearer secret")).isEqualTo("alice");
    assertThat(user(" bearer secret ")).isEqualTo("alice");
    assertThat(user("Bearer secret extra")).isEqualTo("alice");
    assertThat(user("Bearer  secret")).isEqualTo("system:anonymous");
    assertThat(user("Bearer\tsecret")).isEqualTo("system:anonymous");
    assertThat(user("Bearer wrong")).isEqualTo("refused");
    assertThat(user("Bearer")).isEqualTo("system:anonymous");
    assertThat(user("Basic YTpi")).isEqualTo("system:anonymous");
    assertThat(user(null)).isEqualTo("system:anonymous");
  }

  @Test
  void whoShowsTheCertificateOfAStrangerIsNotAnonymousBesideIt() {
    List<X509Certificate> foreign = List.of(CertificateAuthority.create("other", Instant.now())
        .issueClient("admin", List.of())
        .certificate());
    assertThat(identities.identify(null, foreign)).isNull();
    assertThat(identities.identify("Basic YTpi", foreign)).isNull();
    assertThat(identities.identify("Bearer", foreign)).isNull();
    assertThat(identities.identify("Bearer secret", foreign)).isNotNull();
  }
}
