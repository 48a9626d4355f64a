package dev.informant.kubernetes.internal.credentials;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Reads certificates as configurations hold them. Stateless. */
public final class Certificates {
  private static final String BEGIN = "-----BEGIN";

  private Certificates() {}

  /**
   * Those in a field of a configuration; none if it makes no sense.
   *
   * @param data in PEM, or that in base64
   */
  static List<X509Certificate> ofData(String data) {
    if (data.contains(BEGIN)) {
      return ofPem(data.getBytes(StandardCharsets.ISO_8859_1));
    }
    try {
      return ofPem(Base64.getDecoder().decode(data));
    } catch (IllegalArgumentException noBase64) {
      return List.of();
    }
  }

  /** Those in a file; none if it makes no sense. */
  static List<X509Certificate> ofPem(byte[] pem) {
    if (!new String(pem, StandardCharsets.ISO_8859_1).contains(BEGIN)) {
      return List.of();
    }
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(pem))
          .stream()
          .map(X509Certificate.class::cast)
          .toList();
    } catch (CertificateException | RuntimeException unreadable) {
      return List.of();
    }
  }

  /**
   * When a certificate ends to be valid; never, if it cannot be read: whoever uses it will say what is wrong.
   *
   * @param data in PEM, or that in base64; of several certificates the first counts
   */
  public static Instant endOf(String data) {
    List<X509Certificate> all = ofData(data);
    return all.isEmpty() ? Instant.MAX : all.get(0).getNotAfter().toInstant();
  }
}
