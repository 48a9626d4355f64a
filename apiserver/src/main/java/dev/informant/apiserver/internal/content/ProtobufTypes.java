package dev.informant.apiserver.internal.content;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The protobuf messages of built-in kinds, found by apiVersion and kind and loaded on first use, with what their
 * descriptors do not tell. Thread-safe.
 */
final class ProtobufTypes {
  static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1.";

  private static final String CLASSES = "io.kubernetes.client.proto.";
  private static final Map<String, String> UNUSUAL_GROUPS = Map.of(
      "", "",
      "rbac.authorization.k8s.io", "Rbac",
      "flowcontrol.apiserver.k8s.io", "Flowcontrol",
      "internal.apiserver.k8s.io", "Apiserverinternal");

  /** More than the longest name of a class there. */
  private static final int LONGEST_NAME = 64;

  /** Only those that exist: the names that are asked for come from clients. */
  private static final Map<String, FileDescriptor> FILES = new ConcurrentHashMap<>();

  private static final Details DETAILS = Details.load();

  private ProtobufTypes() {}

  /** The message of a kind; null if there is none. Options and Status exist in every group. */
  static @Nullable Descriptor find(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    if (apiVersion.equals(AggregatorMessages.API_VERSION)) {
      return AggregatorMessages.find(kind);
    }
    Descriptor found = file(group, version)
        .map(descriptor -> descriptor.findMessageTypeByName(kind))
        .orElse(null);
    boolean everywhere = kind.endsWith("Options") || kind.equals("Status");
    boolean meta = group.equals("meta.k8s.io") && version.equals("v1");
    return found == null && (everywhere || meta) ? meta(kind) : found;
  }

  static @Nullable Descriptor meta(String kind) {
    return load("Meta").map(file -> file.findMessageTypeByName(kind)).orElse(null);
  }

  private static Optional<FileDescriptor> file(String group, String version) {
    if (version.isEmpty()) {
      return Optional.empty();
    }
    String plain = UNUSUAL_GROUPS.get(group);
    if (plain == null) {
      int dot = group.indexOf('.');
      String first = dot < 0 ? group : group.substring(0, dot);
      boolean known = dot < 0 || group.equals(first + ".k8s.io");
      if (!known || first.isEmpty()) {
        return Optional.empty();
      }
      plain = capitalized(first);
    }
    return load(capitalized(version) + plain);
  }

  private static Optional<FileDescriptor> load(String name) {
    FileDescriptor known = FILES.get(name);
    if (known != null || !exists(name)) {
      return Optional.ofNullable(known);
    }
    try {
      Object descriptor =
          Class.forName(CLASSES + name).getMethod("getDescriptor").invoke(null);
      FILES.put(name, (FileDescriptor) descriptor);
      return Optional.of((FileDescriptor) descriptor);
    } catch (ReflectiveOperationException | LinkageError noDescriptor) {
      return Optional.empty();
    }
  }

  /** Class loaders keep a lock for every name that they are asked to load, also of a class that is not there. */
  private static boolean exists(String name) {
    String path = "/" + CLASSES.replace('.', '/') + name + ".class";
    return name.length() <= LONGEST_NAME
        && name.chars().allMatch(one -> one < 128 && Character.isLetterOrDigit(one))
        && ProtobufTypes.class.getResource(path) != null;
  }

  /** How many files of messages are kept. */
  static int loaded() {
    return FILES.size();
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  /** Whether the members of this message stand in their parent in JSON. */
  static boolean isInline(FieldDescriptor field) {
    return DETAILS.inline.contains(field.getFullName());
  }

  /** Whether a zero of this scalar is a value, and not the way Go sends "absent". */
  static boolean isPointer(FieldDescriptor field) {
    return DETAILS.pointers.contains(field.getFullName());
  }

  /** Whether Go writes this scalar to JSON even if it is zero. */
  static boolean isAlwaysWritten(FieldDescriptor field) {
    return DETAILS.always.contains(inJson(field));
  }

  /** Whether Go writes null for this pointer, list or map if there is nothing. */
  static boolean isNull(FieldDescriptor field) {
    return DETAILS.nulls.contains(inJson(field));
  }

  /** Whether this message is a struct within its parent, and so always there. */
  static boolean isStruct(FieldDescriptor field) {
    return DETAILS.structs.contains(inJson(field));
  }

  private static String inJson(FieldDescriptor field) {
    return field.getContainingType().getFullName() + "." + jsonName(field);
  }

  static String jsonName(FieldDescriptor field) {
    return DETAILS.names.getOrDefault(field.getFullName(), field.getName());
  }

  /** The name of a field's Go type, where it is not that of its kind; null otherwise. */
  static @Nullable String goType(FieldDescriptor field) {
    return DETAILS.types.get(inJson(field));
  }

  /** Whether amounts in this map are rounded to thousandths; those of runtime classes are not. */
  static boolean isResourceList(FieldDescriptor field) {
    return "v1.ResourceList".equals(goType(field))
        && !field.getFile().getPackage().startsWith("k8s.io.api.node.");
  }

  private static final class Details {
    final Map<String, String> types = new HashMap<>();
    final Set<String> pointers = new HashSet<>();
    final Set<String> always = new HashSet<>();
    final Set<String> nulls = new HashSet<>();
    final Set<String> structs = new HashSet<>();
    final Set<String> inline = new HashSet<>();
    final Map<String, String> names = new HashMap<>();

    static Details load() {
      Details details = new Details();
      InputStream resource = ProtobufTypes.class.getResourceAsStream("protobuf-fields.txt");
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(
          Objects.requireNonNull(resource, "protobuf-fields.txt is missing from the jar"),
          StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          details.add(line.split(" "));
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      return details;
    }

    private void add(String[] words) {
      switch (words[0]) {
        case "pointer" -> addAll(words, pointers);
        case "always" -> addAll(words, always);
        case "null" -> addAll(words, nulls);
        case "struct" -> addAll(words, structs);
        case "inline" -> inline.add(words[1] + "." + words[2]);
        case "type" -> types.put(words[1] + "." + words[2], words[3]);
        case "rename" -> names.put(words[1] + "." + words[2], words[3]);
        case "#" -> {}
        default ->
          throw new IllegalStateException("protobuf-fields.txt: what is " + words[0] + "?");
      }
    }

    private static void addAll(String[] words, Set<String> fields) {
      for (int i = 2; i < words.length; i++) {
        fields.add(words[1] + "." + words[i]);
      }
    }
  }
}
