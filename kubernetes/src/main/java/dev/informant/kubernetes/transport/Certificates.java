package dev.informant.kubernetes.transport;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;

/** Reads client certificates as configurations hold them. Stateless. */
final class Certificates {
  private Certificates() {}

  /**
   * When a certificate ends to be valid; never, if it cannot be read: whoever uses it will say what is wrong.
   *
   * @param data in PEM, or that in base64; of several certificates the first counts
   */
  static Instant endOf(String data) {
    try {
      byte[] pem = data.contains("-----BEGIN")
          ? data.getBytes(StandardCharsets.US_ASCII)
          : Base64.getMimeDecoder().decode(data);
      X509Certificate first = (X509Certificate) CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(pem));
      return first.getNotAfter().toInstant();
    } catch (CertificateException | RuntimeException unreadable) {
      return Instant.MAX;
    }
  }
}
