package dev.informant.kubernetes.internal.credentials;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** Tells fabric8 of which kind a client's key is: it takes those in PKCS #8 for RSA, whatever they are. Stateless. */
public final class ClientKeys {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private ClientKeys() {}

  /** Reads the key, and says in the configuration whether it is one of an elliptic curve. */
  public static void identify(Config config) {
    try {
      String pem = pem(config);
      int begin = pem.indexOf(BEGIN);
      int end = pem.indexOf(END);
      if (begin >= 0 && end > begin) {
        byte[] key = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
        config.setClientKeyAlgo(isOf("EC", key) ? "EC" : "RSA");
      }
    } catch (IOException | RuntimeException another) {
      return; // it stays as it is; if it cannot be used, that is said when it is
    }
  }

  private static boolean isOf(String algorithm, byte[] key) {
    try {
      KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key));
      return true;
    } catch (GeneralSecurityException another) {
      return false;
    }
  }

  private static String pem(Config config) throws IOException {
    String data = config.getClientKeyData();
    if (data != null && !data.isEmpty()) {
      return data.contains(BEGIN)
          ? data
          : new String(Base64.getDecoder().decode(data), StandardCharsets.ISO_8859_1);
    }
    String file = config.getClientKeyFile();
    return file == null || file.isEmpty()
        ? ""
        : Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
  }
}
