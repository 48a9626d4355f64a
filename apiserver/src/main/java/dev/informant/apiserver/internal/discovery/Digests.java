package dev.informant.apiserver.internal.discovery;

import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Digests that documents are known by. Stateless. */
public final class Digests {
  /** Kinds that are stored in another group or version than they are served in. */
  private static final Map<String, String> STORED_AS = Map.of(
      "customresourcedefinitions.apiextensions.k8s.io",
      "apiextensions.k8s.io/v1beta1/CustomResourceDefinition",
      "events",
      "/v1/Event",
      "horizontalpodautoscalers.autoscaling",
      "autoscaling/v2/HorizontalPodAutoscaler",
      "mutatingadmissionpolicies.admissionregistration.k8s.io",
      "admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy",
      "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
      "admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicyBinding");

  private Digests() {}

  /** Upper-case hex of SHA-512. */
  public static String of(byte[] document) {
    return HexFormat.of().withUpperCase().formatHex(digest("SHA-512", document));
  }

  /** What tells the version in which objects are stored from others; null if that version is not served. */
  static @Nullable String storageVersion(ResourceType type) {
    CustomVersion custom = type.custom();
    String stored = custom != null
        ? custom.storage().identity()
        : STORED_AS.getOrDefault(
            type.storage(), type.group() + "/" + type.version() + "/" + type.kind());
    return stored.isEmpty()
        ? null
        : Base64.getEncoder()
            .encodeToString(
                Arrays.copyOf(digest("SHA-256", stored.getBytes(StandardCharsets.UTF_8)), 8));
  }

  private static byte[] digest(String algorithm, byte[] document) {
    try {
      return MessageDigest.getInstance(algorithm).digest(document);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has " + algorithm, impossible);
    }
  }
}
