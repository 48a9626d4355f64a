package dev.informant.kubernetes.informers;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Writes the typed accessors from the model classes on the class path: nobody keeps a list by hand. */
final class AccessorGenerator {
  private static final String PACKAGE = "dev.informant.kubernetes.informers";
  private static final String NOTE =
      "// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.\n";

  private AccessorGenerator() {}

  /** The files, by name. */
  static Map<String, String> generate() {
    Map<String, Map<String, List<Class<? extends HasMetadata>>>> groups = kinds();
    Map<String, String> files = new LinkedHashMap<>();
    files.put("TypedInformers.java", root(groups.keySet()));
    groups.forEach(
        (group, versions) -> files.put(className(group) + ".java", group(group, versions)));
    return files;
  }

  /** Group, version, kinds that have a list class: without one there is nothing to list. */
  static Map<String, Map<String, List<Class<? extends HasMetadata>>>> kinds() {
    Map<String, Map<String, List<Class<? extends HasMetadata>>>> groups = new TreeMap<>();
    ServiceLoader.load(KubernetesResource.class).stream()
        .map(ServiceLoader.Provider::type)
        .filter(HasMetadata.class::isAssignableFrom)
        .<Class<? extends HasMetadata>>map(type -> type.asSubclass(HasMetadata.class))
        .filter(type -> HasMetadata.getVersion(type) != null && hasList(type))
        .filter(type -> !"meta.k8s.io".equals(HasMetadata.getGroup(type)))
        .sorted(Comparator.comparing(Class::getName))
        .forEach(type -> groups
            .computeIfAbsent(group(type), absent -> new TreeMap<>())
            .computeIfAbsent(HasMetadata.getVersion(type), absent -> new ArrayList<>())
            .add(type));
    return groups;
  }

  private static String group(Class<? extends HasMetadata> type) {
    String group = HasMetadata.getGroup(type);
    return group == null ? "" : group;
  }

  private static boolean hasList(Class<?> type) {
    try {
      Class.forName(type.getName() + "List");
      return true;
    } catch (ClassNotFoundException none) {
      return false;
    }
  }

  private static String root(Collection<String> groups) {
    StringBuilder out = new StringBuilder(NOTE)
        .append("package ")
        .append(PACKAGE)
        .append(";\n\n")
        .append("import dev.informant.kubernetes.KindInformer;\n")
        .append("import dev.informant.kubernetes.internal.model.Fabric8;\n")
        .append("import io.fabric8.kubernetes.api.model.HasMetadata;\n")
        .append("import java.util.function.Supplier;\n\n")
        .append("/** The API groups of the models. */\n")
        .append("public abstract class TypedInformers {\n")
        .append("  /** A kind by its class. */\n")
        .append(
            "  public abstract <T extends HasMetadata> KindInformer<T> kind(Class<T> type);\n\n")
        .append("  /** The same for a class that some releases of fabric8 lack. */\n")
        .append(
            "  final <T extends HasMetadata> KindInformer<T> model(Supplier<Class<T>> type) {\n")
        .append("    return kind(Fabric8.model(type));\n  }\n");
    for (String group : groups) {
      out.append("\n  /** ")
          .append(group.isEmpty() ? "The core group" : group)
          .append(". */\n")
          .append("  public final ")
          .append(className(group))
          .append(' ')
          .append(accessor(group))
          .append("() {\n    return new ")
          .append(className(group))
          .append("(this);\n  }\n");
    }
    return out.append("}\n").toString();
  }

  private static String group(
      String group, Map<String, List<Class<? extends HasMetadata>>> versions) {
    String owner = className(group);
    StringBuilder out = new StringBuilder(NOTE)
        .append("package ")
        .append(PACKAGE)
        .append(";\n\n")
        .append("import dev.informant.kubernetes.KindInformer;\n\n")
        .append("/** ")
        .append(group.isEmpty() ? "The core group" : group)
        .append(". */\n")
        .append("public final class ")
        .append(owner)
        .append(" {\n")
        .append("  private final TypedInformers informers;\n\n")
        .append("  ")
        .append(owner)
        .append("(TypedInformers informers) {\n")
        .append("    this.informers = informers;\n  }\n");
    versions
        .keySet()
        .forEach(version -> out.append("\n  public ")
            .append(capitalised(version))
            .append(' ')
            .append(version)
            .append("() {\n    return new ")
            .append(capitalised(version))
            .append("(informers);\n  }\n"));
    versions.forEach((version, types) -> {
      out.append("\n  /** Version ")
          .append(version)
          .append(". */\n")
          .append("  public static final class ")
          .append(capitalised(version))
          .append(" {\n")
          .append("    private final TypedInformers informers;\n\n")
          .append("    private ")
          .append(capitalised(version))
          .append("(TypedInformers informers) {\n")
          .append("      this.informers = informers;\n    }\n");
      for (Class<? extends HasMetadata> type : types) {
        out.append("\n    public KindInformer<")
            .append(type.getName())
            .append("> ")
            .append(plural(type))
            .append("() {\n      return informers.model(() -> ")
            .append(type.getName())
            .append(".class);\n    }\n");
      }
      out.append("  }\n");
    });
    return out.append("}\n").toString();
  }

  /** The plural in the case of the kind: NetworkPolicy, networkpolicies → networkPolicies. */
  static String plural(Class<? extends HasMetadata> type) {
    String kind = HasMetadata.getKind(type);
    String plural = HasMetadata.getPlural(type);
    String lower = kind.toLowerCase(Locale.ROOT);
    int common = 0;
    while (common < Math.min(lower.length(), plural.length())
        && lower.charAt(common) == plural.charAt(common)) {
      common++;
    }
    String name = kind.substring(0, common) + plural.substring(common);
    int upper = 0;
    while (upper < name.length() && Character.isUpperCase(name.charAt(upper))) {
      upper++;
    }
    int lowered = upper > 1 && upper < name.length() ? upper - 1 : upper;
    return name.substring(0, lowered).toLowerCase(Locale.ROOT) + name.substring(lowered);
  }

  private static String accessor(String group) {
    return group.isEmpty() ? "core" : group.split("\\.")[0];
  }

  private static String className(String group) {
    return capitalised(accessor(group)) + "Informers";
  }

  private static String capitalised(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
