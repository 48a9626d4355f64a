package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the volumes of a pod must be like. Stateless. */
final class VolumeRules {
  private static final int ALL_RIGHTS = 0777;

  /** In the order in which a real server looks at them. */
  private static final List<String> SOURCES = List.of(
      "emptyDir",
      "hostPath",
      "gitRepo",
      "gcePersistentDisk",
      "awsElasticBlockStore",
      "secret",
      "nfs",
      "iscsi",
      "glusterfs",
      "flocker",
      "persistentVolumeClaim",
      "rbd",
      "cinder",
      "cephfs",
      "quobyte",
      "downwardAPI",
      "fc",
      "flexVolume",
      "configMap",
      "azureFile",
      "vsphereVolume",
      "photonPersistentDisk",
      "portworxVolume",
      "azureDisk",
      "storageos",
      "projected",
      "scaleIO",
      "csi",
      "ephemeral",
      "image");

  private VolumeRules() {}

  /** The names of those that are all right. */
  static Set<String> check(Checks spec) {
    Set<String> names = new HashSet<>();
    spec.each("volumes", volume -> {
      int before = volume.causes().size();
      source(volume);
      volume.requiredLabel("name").notAmong("name", names);
      if (volume.causes().size() == before) {
        names.add(volume.text("name"));
      }
    });
    return names;
  }

  private static void source(Checks volume) {
    boolean some = false;
    for (String kind : SOURCES) {
      if (!volume.present(kind)) {
        continue;
      }
      if (some) {
        volume.forbidden(kind, "may not specify more than 1 volume type");
      } else {
        some = true;
        source(kind, volume.at(kind));
      }
    }
  }

  private static void source(String kind, Checks source) {
    switch (kind) {
      case "emptyDir" -> {
        BigDecimal limit = PodResources.amount(source.get("sizeLimit"));
        if (limit != null && limit.signum() < 0) {
          source.forbidden("sizeLimit", "SizeLimit field must be a valid resource quantity");
        }
      }
      case "hostPath" -> hostPath(source);
      case "secret" -> files(source.required("secretName"));
      case "configMap" -> files(source.required("name"));
      case "nfs" -> {
        source.required("server").required("path");
        absolute(source, "path");
      }
      case "iscsi" -> source.required("targetPortal").required("iqn");
      case "persistentVolumeClaim" -> source.required("claimName");
      case "downwardAPI" -> {
        mode(source, "defaultMode");
        // told of the volume, not of the file
        source.each("items", file -> downward(file.toldAt(source)));
      }
      case "projected" -> projected(source);
      case "csi" -> source.required("driver");
      case "ephemeral" -> source.required("volumeClaimTemplate");
      default -> {}
    }
  }

  private static void hostPath(Checks source) {
    String path = source.text("path");
    if (path.isEmpty()) {
      source.required("path");
      return;
    }
    noSteps(source, "path", path);
    source.oneOf(
        "type",
        "",
        "BlockDevice",
        "CharDevice",
        "Directory",
        "DirectoryOrCreate",
        "File",
        "FileOrCreate",
        "Socket");
  }

  private static void files(Checks source) {
    mode(source, "defaultMode");
    source.each("items", VolumeRules::file);
  }

  private static void file(Checks item) {
    item.required("key").required("path");
    unreserved(item, "path", item.text("path"));
    mode(item, "mode");
  }

  private static void downward(Checks file) {
    file.required("path");
    unreserved(file, "path", file.text("path"));
    if (file.present("fieldRef")) {
      FieldRefRules.ofVolume(file.at("fieldRef"));
      if (file.present("resourceFieldRef")) {
        file.add(Cause.invalid(
            file.here(),
            "\"resource\"",
            "fieldRef and resourceFieldRef can not be specified simultaneously"));
      }
    } else if (file.present("resourceFieldRef")) {
      FieldRefRules.resource(file.at("resourceFieldRef"), /* inVolume= */ true);
    } else {
      file.add(Cause.required(file.here(), "one of fieldRef and resourceFieldRef is required"));
    }
    mode(file, "mode");
  }

  private static void projected(Checks volume) {
    mode(volume, "defaultMode");
    volume.each("sources", source -> {
      int sources = 0;
      for (String kind : List.of("secret", "configMap")) {
        if (source.present(kind)) {
          sources++;
          source.at(kind).required("name").each("items", VolumeRules::file);
        }
      }
      if (source.present("downwardAPI")) {
        sources++;
        Checks part = source.at("downwardAPI");
        part.each("items", file -> downward(file.toldAt(part)));
      }
      if (source.present("serviceAccountToken")) {
        sources++;
        token(volume, source.at("serviceAccountToken"));
      }
      if (sources > 1) {
        source.add(
            Cause.forbidden(source.here(), "may not specify more than 1 volume type per source"));
      }
    });
  }

  private static void token(Checks volume, Checks token) {
    long seconds = token.get("expirationSeconds").asLong(3600);
    if (seconds < 600) {
      token.invalid(
          "expirationSeconds",
          Long.toString(seconds),
          "may not specify a duration less than 10 minutes");
    }
    if (token.text("path").isEmpty()) {
      volume.add(Cause.required(volume.path("path"), ""));
    } else {
      unreserved(volume, "path", token.text("path"));
    }
  }

  private static void mode(Checks checks, String field) {
    JsonNode mode = checks.get(field);
    if (mode.asLong() < 0 || mode.asLong() > ALL_RIGHTS) {
      checks.invalid(
          field, mode.asText(), "must be a number between 0 and 0777 (octal), both inclusive");
    }
  }

  private static void absolute(Checks checks, String field) {
    String path = checks.text(field);
    if (!path.startsWith("/")) {
      checks.invalid(field, Checks.quoted(path), "must be an absolute path");
    }
  }

  /** A path within something, which does not climb out of it. */
  static void descending(Checks checks, String field, String path) {
    if (path.startsWith("/")) {
      checks.invalid(field, Checks.quoted(path), "must be a relative path");
    }
    noSteps(checks, field, path);
  }

  /** As {@link #descending}, and not beginning like the names that a kubelet makes. */
  private static void unreserved(Checks checks, String field, String path) {
    descending(checks, field, path);
    if (path.startsWith("..") && !path.startsWith("../")) {
      checks.invalid(field, Checks.quoted(path), "must not start with '..'");
    }
  }

  private static void noSteps(Checks checks, String field, String path) {
    if (List.of(path.split("/", -1)).contains("..")) {
      checks.invalid(field, Checks.quoted(path), "must not contain '..'");
    }
  }
}
