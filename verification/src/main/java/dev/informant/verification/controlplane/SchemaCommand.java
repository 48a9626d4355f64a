package dev.informant.verification.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes the resources and the schemas of the built-in kinds into the file that the embedded server reads: {@code
 * verification/control-plane/schema}.
 */
public final class SchemaCommand {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EVERYTHING = "--runtime-config=api/all=true";

  private SchemaCommand() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Optional<Binaries> binaries = Binaries.find();
    if (arguments.length != 1 || binaries.isEmpty()) {
      System.err.println("schema: needs a control plane, from verification/control-plane/build,"
          + " and the name of the file to write");
      System.exit(3);
      return;
    }
    List<String> lines = new ArrayList<>();
    TreeSet<String> usual = new TreeSet<>();
    try (ControlPlane plane = ControlPlane.start(binaries.get())) {
      groupVersions(plane).forEach(usual::add);
    }
    try (ControlPlane plane = ControlPlane.start(binaries.get(), EVERYTHING)) {
      lines.add("# What a kube-apiserver "
          + get(plane, "/version").path("gitVersion").asText()
          + " publishes about its kinds: written by verification/control-plane/schema, read by"
          + " BuiltInSchemas. R is a resource, D a definition.");
      Map<String, JsonNode> definitions = definitions(plane);
      for (String groupVersion : groupVersions(plane)) {
        CompactSchema.resources(
                get(plane, path(groupVersion)),
                groupVersion,
                usual.contains(groupVersion),
                definitions)
            .forEach(resource -> lines.add("R " + resource));
      }
      definitions.forEach((name, schema) -> lines.add("D " + name + " " + schema));
    }
    Path file = Path.of(arguments[0]).toAbsolutePath().normalize();
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
    System.out.println(file + ": " + lines.size() + " lines");
  }

  private static Map<String, JsonNode> definitions(ControlPlane plane)
      throws IOException, InterruptedException {
    Map<String, JsonNode> definitions = new TreeMap<>();
    for (String groupVersion : groupVersions(plane)) {
      JsonNode document = get(plane, "/openapi/v3" + path(groupVersion));
      document.path("components").path("schemas").properties().forEach(definition -> {
        JsonNode compact = CompactSchema.definition(definition.getValue());
        if (!CompactSchema.isList(definition.getKey(), definition.getValue())) {
          definitions.merge(definition.getKey(), compact, CompactSchema::united);
        }
      });
    }
    return definitions;
  }

  private static List<String> groupVersions(ControlPlane plane)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("v1"));
    for (JsonNode group : get(plane, "/apis").path("groups")) {
      for (JsonNode version : group.path("versions")) {
        all.add(version.path("groupVersion").asText());
      }
    }
    return all;
  }

  private static String path(String groupVersion) {
    return (groupVersion.indexOf('/') < 0 ? "/api/" : "/apis/") + groupVersion;
  }

  private static JsonNode get(ControlPlane plane, String path)
      throws IOException, InterruptedException {
    return JSON.readTree(plane.kubectl("get", "--raw", path));
  }
}
