package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Reads and changes the metadata of an object's tree. A view: it holds nothing of its own. */
record Metadata(ObjectNode node) {
  private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX_LENGTH = 5;
  private static final int LONGEST_BASE = 58;

  static Metadata of(ObjectNode tree) {
    JsonNode metadata = tree.get("metadata");
    return new Metadata(
        metadata instanceof ObjectNode object ? object : tree.putObject("metadata"));
  }

  String text(String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? "" : value.asText();
  }

  String name() {
    return text("name");
  }

  String namespace() {
    return text("namespace");
  }

  String uid() {
    return text("uid");
  }

  String resourceVersion() {
    return text("resourceVersion");
  }

  long generation() {
    return node.path("generation").asLong(0);
  }

  boolean deleting() {
    return !text("deletionTimestamp").isEmpty();
  }

  List<String> finalizers() {
    List<String> finalizers = new ArrayList<>();
    node.path("finalizers").forEach(finalizer -> finalizers.add(finalizer.asText()));
    return finalizers;
  }

  void finalizers(List<String> finalizers) {
    if (finalizers.isEmpty()) {
      node.remove("finalizers");
    } else {
      ArrayNode array = node.putArray("finalizers");
      finalizers.forEach(array::add);
    }
  }

  /** Takes a field from {@code other}, or takes it away if that has none. */
  void copy(Metadata other, String field) {
    JsonNode value = other.node.get(field);
    if (value == null || value.isNull()) {
      node.remove(field);
    } else {
      node.set(field, value);
    }
  }

  static String timestamp(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static String randomUid(RandomGenerator random) {
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
    return new java.util.UUID(high, low).toString();
  }

  static String generatedName(String base, RandomGenerator random) {
    StringBuilder name =
        new StringBuilder(base.length() > LONGEST_BASE ? base.substring(0, LONGEST_BASE) : base);
    for (int letter = 0; letter < SUFFIX_LENGTH; letter++) {
      name.append(SUFFIX_LETTERS.charAt(random.nextInt(SUFFIX_LETTERS.length())));
    }
    return name.toString();
  }
}
