package dev.informant.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Several kubeconfig files as one, by kubectl's rules: the first file that names a cluster, user or context
 * defines it, the first that has a current context chooses it, and paths are relative to the file they stand
 * in. Stateless.
 */
final class MergedKubeconfig {
  private static final List<String> NAMED = List.of("clusters", "users", "contexts");
  private static final Set<String> PATHS =
      Set.of("certificate-authority", "client-certificate", "client-key", "tokenFile");

  private MergedKubeconfig() {}

  /**
   * The files as one, which only its owner can read and which is gone when the program ends.
   *
   * @throws IOException if one cannot be read or is no kubeconfig; the message names it
   */
  static Path write(List<Path> files) throws IOException {
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    merged.put("apiVersion", "v1").put("kind", "Config").put("current-context", "");
    NAMED.forEach(merged::putArray);
    for (Path file : files) {
      add(merged, read(file), file);
    }
    Path result = Files.createTempFile("informant-", ".kubeconfig");
    result.toFile().deleteOnExit();
    return Files.writeString(result, merged.toString());
  }

  private static JsonNode read(Path file) throws IOException {
    try {
      JsonNode content =
          new KubernetesSerialization().unmarshal(Files.readString(file), JsonNode.class);
      return content == null ? JsonNodeFactory.instance.objectNode() : content;
    } catch (IOException unreadable) {
      throw new IOException(
          "kubeconfig " + file + ": cannot read the file ("
              + unreadable.getClass().getSimpleName() + ")",
          unreadable);
    } catch (RuntimeException malformed) { // its message may quote a token
      throw new IOException("kubeconfig " + file + ": not a valid kubeconfig");
    }
  }

  private static void add(ObjectNode merged, JsonNode content, Path file) {
    if (merged.path("current-context").asText().isEmpty()) {
      merged.put("current-context", content.path("current-context").asText());
    }
    for (String field : NAMED) {
      ArrayNode entries = merged.withArray(field);
      Set<String> known = new TreeSet<>();
      entries.forEach(entry -> known.add(entry.path("name").asText()));
      for (JsonNode entry : content.path(field)) {
        if (known.add(entry.path("name").asText())) {
          entries.add(resolve(entry, file));
        }
      }
    }
  }

  private static JsonNode resolve(JsonNode entry, Path file) {
    JsonNode copy = entry.deepCopy();
    for (JsonNode part : List.of(copy.path("cluster"), copy.path("user"))) {
      for (String field : PATHS) {
        if (part instanceof ObjectNode object && !object.path(field).asText().isEmpty()) {
          object.put(field, sibling(file, object.path(field).asText()));
        }
      }
    }
    // As kubectl: a plugin's command is a path only if it looks like one.
    if (copy.path("user").path("exec") instanceof ObjectNode plugin
        && plugin.path("command").asText().contains("/")) {
      plugin.put("command", sibling(file, plugin.path("command").asText()));
    }
    return copy;
  }

  private static String sibling(Path file, String path) {
    return file.toAbsolutePath().resolveSibling(path).toString();
  }
}
