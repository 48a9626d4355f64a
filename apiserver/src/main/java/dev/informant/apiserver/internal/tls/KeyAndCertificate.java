package dev.informant.apiserver.internal.tls;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A private key and the certificate of its public half. */
public record KeyAndCertificate(PrivateKey key, X509Certificate certificate) {
  /** The certificate in PEM. */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException impossible) {
      throw new IllegalStateException("a certificate we made has no encoding", impossible);
    }
  }

  /** The key in PEM (PKCS #8). Whoever has it is the subject of the certificate. */
  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String label, byte[] content) {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
  }

  /** Tells the subject only. */
  @Override
  public String toString() {
    return "KeyAndCertificate[" + certificate.getSubjectX500Principal() + "]";
  }
}
