package dev.informant.apiserver;

import dev.informant.apiserver.internal.tls.KeyAndCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the file by which clients find the server. Stateless; whoever writes last to a path wins. */
final class KubeconfigWriter {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private KubeconfigWriter() {}

  static String withToken(String url, @Nullable String authorityPem, String token) {
    return text(url, authorityPem, "    token: " + quoted(token) + "\n");
  }

  static String withCertificate(
      String url, @Nullable String authorityPem, KeyAndCertificate client) {
    return text(
        url,
        authorityPem,
        "    client-certificate-data: " + base64(client.certificatePem())
            + "\n    client-key-data: " + base64(client.keyPem()) + "\n");
  }

  private static String text(String url, @Nullable String authorityPem, String credentials) {
    String authority = authorityPem == null
        ? ""
        : "    certificate-authority-data: " + base64(authorityPem) + "\n";
    return "apiVersion: v1\nkind: Config\nclusters:\n- name: informant\n  cluster:\n    server: "
        + url
        + "\n" + authority
        + "users:\n- name: informant\n  user:\n" + credentials
        + "contexts:\n- name: informant\n  context:\n    cluster: informant\n    user: informant\n"
        + "current-context: informant\n";
  }

  /** Replaces the file; only its owner may read it. */
  static void write(Path file, String text) throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes = posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
        : new FileAttribute<?>[0];
    Path directory = file.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(directory, ".kubeconfig", ".tmp", attributes);
    try {
      Files.writeString(temporary, text, StandardCharsets.UTF_8);
      Files.move(
          temporary,
          file,
          java.nio.file.StandardCopyOption.REPLACE_EXISTING,
          java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static String quoted(String text) {
    return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
        .textNode(text)
        .toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
