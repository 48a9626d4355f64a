package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * What one server's discovery said, in a file that only its owner can read. Replaced as a whole, so that nobody
 * reads half of one; one that is damaged, of another server or of another form counts as absent. Failing to write
 * costs nothing but the file. Thread-safe, also between processes.
 */
final class DiscoveryFile {
  private static final Logger LOG = System.getLogger(DiscoveryFile.class.getName());
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FORM = "informant-discovery-1";
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private final Path directory;
  private final Path file;
  private final String server;

  /**
   * @param server its address; each has a file of its own
   */
  DiscoveryFile(Path directory, String server) {
    this.directory = directory;
    this.server = server;
    this.file = directory.resolve("discovery-" + digest(server) + ".json");
  }

  Map<String, DocumentCache.Entry> read() {
    Map<String, DocumentCache.Entry> entries = new HashMap<>();
    try {
      if (!Files.exists(file)) {
        return Map.of();
      }
      byte[] bytes = Files.readAllBytes(file);
      int line = indexOfLineBreak(bytes);
      JsonNode head = MAPPER.readTree(bytes, 0, line);
      JsonNode content = MAPPER.readTree(bytes, line, bytes.length - line);
      if (!head.path("form").asText().equals(FORM)
          || head.path("checksum").asLong(-1) != checksum(bytes, line)
          || !content.path("server").asText().equals(server)) {
        return Map.of();
      }
      content.path("documents").properties().forEach(each -> {
        JsonNode value = each.getValue();
        entries.put(
            each.getKey(),
            new DocumentCache.Entry(
                value.path("tag").isTextual() ? value.path("tag").asText() : null,
                Instant.parse(value.path("asOf").asText()),
                value.path("document")));
      });
      return entries;
    } catch (IOException | DateTimeException | IllegalArgumentException damaged) {
      LOG.log(
          Level.DEBUG,
          "the discovery cache " + file + " is not used: " + damaged.getClass().getSimpleName());
      return Map.of();
    }
  }

  void write(Map<String, DocumentCache.Entry> entries) {
    ObjectNode content = MAPPER.createObjectNode();
    content.put("server", server);
    ObjectNode documents = content.putObject("documents");
    entries.forEach((key, entry) -> {
      ObjectNode value = documents.putObject(key);
      value.put("tag", entry.tag());
      value.put("asOf", entry.asOf().toString());
      value.set("document", entry.document());
    });
    try {
      byte[] body = ("\n" + MAPPER.writeValueAsString(content)).getBytes(StandardCharsets.UTF_8);
      ObjectNode head = MAPPER.createObjectNode();
      head.put("form", FORM);
      head.put("checksum", checksum(body, 0));
      replace(head.toString().getBytes(StandardCharsets.UTF_8), body);
    } catch (IOException | RuntimeException failure) {
      LOG.log(
          Level.WARNING,
          "the discovery cache " + file + " cannot be written ("
              + failure.getClass().getSimpleName() + "); continuing without it");
    }
  }

  private void replace(byte[] head, byte[] body) throws IOException {
    Files.createDirectories(directory, ownerOnly("rwx------"));
    Path fresh = Files.createTempFile(directory, "discovery", ".tmp", ownerOnly("rw-------"));
    try {
      try (var out = Files.newOutputStream(fresh)) {
        out.write(head);
        out.write(body);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static FileAttribute<?>[] ownerOnly(String permissions) {
    if (!POSIX) {
      return new FileAttribute<?>[0];
    }
    Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
  }

  private static int indexOfLineBreak(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    throw new IllegalArgumentException("no line");
  }

  private static long checksum(byte[] bytes, int from) {
    CRC32 sum = new CRC32();
    sum.update(bytes, from, bytes.length - from);
    return sum.getValue();
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
