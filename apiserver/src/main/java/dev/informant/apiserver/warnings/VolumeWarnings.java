package dev.informant.apiserver.warnings;

import dev.informant.apiserver.values.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The volumes of a pod: kinds that are gone, files that lie over one another. Stateless. */
final class VolumeWarnings {
  private static final String GONE_IN_25 = "deprecated in v1.22, non-functional in v1.25+";
  private static final String GONE_IN_31 = "deprecated in v1.28, non-functional in v1.31+";
  private static final List<Map.Entry<String, String>> BEFORE_CLAIMS = List.of(
      Map.entry("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
      Map.entry("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
      Map.entry("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
      Map.entry("flocker", GONE_IN_25),
      Map.entry("storageOS", GONE_IN_25),
      Map.entry("quobyte", GONE_IN_25),
      Map.entry("glusterfs", "deprecated in v1.25, non-functional in v1.26+"));
  private static final List<Map.Entry<String, String>> AFTER_CLAIMS =
      List.of(Map.entry("cephfs", GONE_IN_31), Map.entry("rbd", GONE_IN_31));

  private VolumeWarnings() {}

  static void look(Place volumes) {
    for (Place volume : volumes.elements()) {
      kinds(volume, BEFORE_CLAIMS);
      StorageWarnings.claim(volume.at("ephemeral", "volumeClaimTemplate", "spec"));
      kinds(volume, AFTER_CLAIMS);
    }
    volumes.elements().forEach(VolumeWarnings::overlaps);
  }

  private static void kinds(Place volume, List<Map.Entry<String, String>> kinds) {
    for (Map.Entry<String, String> kind : kinds) {
      if (volume.has(kind.getKey())) {
        volume.at(kind.getKey()).warn(kind.getValue());
      }
    }
  }

  /** A file, and what it comes from if a volume has several sources. */
  private record File(String path, String source) {
    @Override
    public String toString() {
      return Place.quoted(path) + (source.isEmpty() ? "" : " (" + source + ")");
    }
  }

  private static void overlaps(Place volume) {
    Place map = volume.at("configMap");
    overlaps(volume, "ConfigMap " + Place.quoted(map.text("name")), items(map, ""));
    Place secret = volume.at("secret");
    overlaps(volume, "Secret " + Place.quoted(secret.text("secretName")), items(secret, ""));
    overlaps(volume, "DownwardAPI", items(volume.at("downwardAPI"), ""));
    List<File> files = new ArrayList<>();
    for (Place source : volume.at("projected", "sources").elements()) {
      if (source.node().isEmpty()) {
        source.say(
            "volume " + Place.quoted(volume.text("name")) + " (Projected) has no sources provided");
      }
      files.addAll(projected(source));
    }
    overlaps(volume, "Projected", files);
  }

  private static List<File> projected(Place source) {
    if (source.at("configMap").has("items")) {
      Place map = source.at("configMap");
      return items(map, "ConfigMap " + Place.quoted(map.text("name")));
    }
    if (source.at("secret").has("items")) {
      Place secret = source.at("secret");
      return items(secret, "Secret " + Place.quoted(secret.text("name")));
    }
    if (source.at("downwardAPI").has("items")) {
      return items(source.at("downwardAPI"), "DownwardAPI");
    }
    return source.has("serviceAccountToken")
        ? List.of(file(source.at("serviceAccountToken"), "ServiceAccountToken"))
        : List.of();
  }

  private static List<File> items(Place source, String name) {
    return source.at("items").elements().stream().map(item -> file(item, name)).toList();
  }

  private static File file(Place item, String source) {
    return new File(GoText.withoutLast(item.text("path"), '/'), source);
  }

  private static void overlaps(Place volume, String kind, List<File> files) {
    Overlaps overlaps = new Overlaps();
    for (File file : files) {
      if (volume.full()) {
        return;
      }
      for (int earlier : overlaps.add(file.path())) {
        volume.say("volume " + Place.quoted(volume.text("name")) + " (" + kind
            + "): overlapping paths: " + file + " with " + files.get(earlier));
      }
    }
  }
}
