package dev.informant.apiserver.internal.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority that lives as long as its server and signs the server's certificate and those of
 * its clients. Its key is never written anywhere. Thread-safe.
 */
public final class CertificateAuthority {
  private static final Duration BACKDATED = Duration.ofHours(1);
  private static final Duration LIFETIME = Duration.ofDays(366);
  private static final byte[] ECDSA_WITH_SHA256 =
      Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
  private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

  private final SecureRandom random = new SecureRandom();
  private final Instant now;
  private final KeyAndCertificate self;

  private CertificateAuthority(String name, Instant now) throws GeneralSecurityException {
    this.now = now;
    KeyPair pair = ellipticPair();
    byte[] distinguished = name(name, List.of());
    self = new KeyAndCertificate(
        pair.getPrivate(),
        sign(
            pair.getPrivate(),
            distinguished,
            distinguished,
            pair,
            List.of(
                extension("2.5.29.19", /* critical= */ true, Der.sequence(Der.bool(true))),
                // keyCertSign and cRLSign
                extension("2.5.29.15", /* critical= */ true, Der.bits(1, new byte[] {0x06})))));
  }

  /** A new authority whose certificates are valid from an hour before {@code now}. */
  public static CertificateAuthority create(String name, Instant now) {
    try {
      return new CertificateAuthority(name, now);
    } catch (GeneralSecurityException failure) {
      throw new IllegalStateException("the JDK could not make a certificate authority", failure);
    }
  }

  public KeyAndCertificate certificate() {
    return self;
  }

  /** A server's certificate for host names and literal addresses. */
  public KeyAndCertificate issueServer(String name, List<String> hosts) {
    byte[][] names = new byte[hosts.size()][];
    for (int i = 0; i < names.length; i++) {
      byte[] address = literalAddress(hosts.get(i));
      names[i] = address == null
          ? Der.tagged(0x82, hosts.get(i).getBytes(StandardCharsets.US_ASCII))
          : Der.tagged(0x87, address);
    }
    return issue(
        /* elliptic= */ true,
        name(name, List.of()),
        SERVER_AUTHENTICATION,
        List.of(extension("2.5.29.17", /* critical= */ false, Der.sequence(names))));
  }

  /**
   * A client's certificate: the user is its common name, the groups are its organisations. The key is RSA, which
   * every client library reads.
   */
  public KeyAndCertificate issueClient(String user, List<String> groups) {
    return issue(/* elliptic= */ false, name(user, groups), CLIENT_AUTHENTICATION, List.of());
  }

  /** Whether this authority signed the certificate and it is valid at {@code time}. */
  public boolean signed(X509Certificate certificate, Instant time) {
    try {
      certificate.checkValidity(java.util.Date.from(time));
      certificate.verify(self.certificate().getPublicKey());
      return certificate.getBasicConstraints() < 0;
    } catch (GeneralSecurityException notOurs) {
      return false;
    }
  }

  private KeyAndCertificate issue(
      boolean elliptic, byte[] subject, String usage, List<byte[]> moreExtensions) {
    try {
      KeyPair pair = elliptic ? ellipticPair() : rsaPair();
      List<byte[]> extensions = new ArrayList<>();
      extensions.add(extension("2.5.29.19", /* critical= */ true, Der.sequence()));
      // digitalSignature and keyEncipherment
      extensions.add(
          extension("2.5.29.15", /* critical= */ true, Der.bits(5, new byte[] {(byte) 0xa0})));
      extensions.add(
          extension("2.5.29.37", /* critical= */ false, Der.sequence(Der.identifier(usage))));
      extensions.addAll(moreExtensions);
      byte[] issuer = self.certificate().getSubjectX500Principal().getEncoded();
      return new KeyAndCertificate(
          pair.getPrivate(), sign(self.key(), issuer, subject, pair, extensions));
    } catch (GeneralSecurityException failure) {
      throw new IllegalStateException("the JDK could not make a certificate", failure);
    }
  }

  private X509Certificate sign(
      PrivateKey key, byte[] issuer, byte[] subject, KeyPair pair, List<byte[]> extensions)
      throws GeneralSecurityException {
    byte[] body = Der.sequence(
        Der.tagged(0xa0, Der.integer(BigInteger.TWO)),
        Der.integer(new BigInteger(127, random).setBit(126)),
        ECDSA_WITH_SHA256,
        issuer,
        Der.sequence(Der.time(now.minus(BACKDATED)), Der.time(now.plus(LIFETIME))),
        subject,
        pair.getPublic().getEncoded(),
        Der.tagged(0xa3, Der.sequence(extensions.toArray(byte[][]::new))));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key, random);
    signature.update(body);
    byte[] whole = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
    return (X509Certificate) CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(whole));
  }

  private static byte[] extension(String identifier, boolean critical, byte[] value) {
    return critical
        ? Der.sequence(Der.identifier(identifier), Der.bool(true), Der.octets(value))
        : Der.sequence(Der.identifier(identifier), Der.octets(value));
  }

  private static byte[] name(String common, List<String> organisations) {
    List<byte[]> parts = new ArrayList<>();
    for (String organisation : organisations) {
      parts.add(Der.set(Der.sequence(Der.identifier("2.5.4.10"), Der.text(organisation))));
    }
    parts.add(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.text(common))));
    return Der.sequence(parts.toArray(byte[][]::new));
  }

  private static byte @Nullable [] literalAddress(String host) {
    boolean literal = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    try {
      return literal ? InetAddress.getByName(host).getAddress() : null;
    } catch (UnknownHostException notAnAddress) {
      return null;
    }
  }

  private KeyPair ellipticPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  private KeyPair rsaPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048, random);
    return generator.generateKeyPair();
  }
}
