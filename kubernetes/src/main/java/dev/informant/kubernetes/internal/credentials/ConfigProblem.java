package dev.informant.kubernetes.internal.credentials;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why a configuration cannot be used, before anything is opened with it: certificates, keys, authorities and
 * proxies that make no sense. fabric8 passes over some of them in silence and says of others only that a byte is
 * wrong. What it says names fields as kubeconfigs do, and quotes no credential. Stateless.
 */
public final class ConfigProblem {
  private static final List<String> PROXY_SCHEMES = List.of("http", "https", "socks4", "socks5");

  private ConfigProblem() {}

  /** What is wrong; null if nothing is. Reads the files that the configuration names, so it may block. */
  public static @Nullable String of(Config config) {
    String problem = authorities(config);
    problem = problem == null ? identity(config) : problem;
    problem = problem == null ? proxy(config.getHttpProxy()) : problem;
    return problem == null ? proxy(config.getHttpsProxy()) : problem;
  }

  private static @Nullable String authorities(Config config) {
    if (config.isTrustCerts()) {
      return null; // nobody looks at them
    }
    return certificates("certificate-authority", config.getCaCertData(), config.getCaCertFile());
  }

  private static @Nullable String identity(Config config) {
    boolean certificate = isSaid(config.getClientCertData()) || isSaid(config.getClientCertFile());
    boolean key = isSaid(config.getClientKeyData()) || isSaid(config.getClientKeyFile());
    if (certificate != key) {
      return certificate
          ? "it has a client-certificate but no client-key"
          : "it has a client-key but no client-certificate";
    }
    if (!certificate) {
      return null;
    }
    String problem =
        certificates("client-certificate", config.getClientCertData(), config.getClientCertFile());
    return problem == null ? key(config) : problem;
  }

  private static @Nullable String certificates(
      String field, @Nullable String data, @Nullable String file) {
    if (data != null) { // fabric8 takes data before a file, even if it is empty
      if (data.isBlank()) {
        return isSaid(file) ? field + "-data is empty, next to " + field : null;
      }
      return Certificates.ofData(data).isEmpty()
          ? field + "-data holds no certificate; it must be PEM, in base64"
          : null;
    }
    if (file == null || file.isEmpty()) {
      return null;
    }
    String content;
    try {
      content = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException unreadable) {
      return unreadable(field, file, unreadable);
    }
    if (content.isBlank()) {
      return field + " names " + file + ", which is empty";
    }
    return Certificates.ofPem(content.getBytes(StandardCharsets.ISO_8859_1)).isEmpty()
        ? field + " names " + file + ", which holds no certificate in PEM"
        : null;
  }

  private static String unreadable(String field, String file, Exception cause) {
    return field + " names " + file + ", which cannot be read ("
        + cause.getClass().getSimpleName() + ")";
  }

  private static @Nullable String key(Config config) {
    String field;
    if (isSaid(config.getClientKeyData())) {
      field = "client-key-data";
    } else {
      field = "client-key";
      String file = config.getClientKeyFile();
      try {
        if (Files.readString(Path.of(file), StandardCharsets.ISO_8859_1).isBlank()) {
          return field + " names " + file + ", which is empty";
        }
      } catch (IOException | RuntimeException unreadable) {
        return unreadable(field, file, unreadable);
      }
    }
    try {
      KeyManager[] managers = SSLUtils.keyManagers(config);
      return managers != null && belongTogether(managers)
          ? null
          : field + " is not the key of the client-certificate";
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      return field + " holds no private key that can be used; it must be PEM"
          + (field.endsWith("-data") ? ", in base64" : "") + ", RSA or EC, without a passphrase";
    }
  }

  /** Whether what the key signs is accepted by the certificate. */
  private static boolean belongTogether(KeyManager[] managers) throws GeneralSecurityException {
    for (KeyManager manager : managers) {
      if (manager instanceof X509KeyManager keys) {
        for (String type : List.of("RSA", "EC")) {
          String[] aliases = keys.getClientAliases(type, null);
          for (String alias : aliases == null ? new String[0] : aliases) {
            X509Certificate[] chain = keys.getCertificateChain(alias);
            PrivateKey key = keys.getPrivateKey(alias);
            if (key == null || chain == null || !isKeyOf(key, chain[0])) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private static boolean isKeyOf(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
      return false;
    }
    String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    byte[] text = "whose key is it?".getBytes(StandardCharsets.US_ASCII);
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(text);
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(certificate.getPublicKey());
    checking.update(text);
    try {
      return checking.verify(signing.sign());
    } catch (GeneralSecurityException otherSize) {
      return false;
    }
  }

  private static @Nullable String proxy(@Nullable String proxy) {
    if (proxy == null || proxy.isEmpty()) {
      return null;
    }
    String scheme = ServerAddress.scheme(proxy).toLowerCase(Locale.ROOT);
    String likeWeb = scheme.isEmpty() ? proxy : "http" + proxy.substring(scheme.length());
    if ((!scheme.isEmpty() && !PROXY_SCHEMES.contains(scheme)) || !ServerAddress.isValid(likeWeb)) {
      return "proxy-url " + ServerAddress.withoutUser(proxy) + " is not valid; it must be http://,"
          + " https:// or socks5://, a host and a port";
    }
    return ServerAddress.hasPort(likeWeb)
        ? null
        : "proxy-url " + ServerAddress.withoutUser(proxy) + " names no port";
  }

  private static boolean isSaid(@Nullable String value) {
    return value != null && !value.isEmpty();
  }
}
