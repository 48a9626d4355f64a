package dev.informant.apiserver.registry;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of the model classes on the class path, found through their service files and described by
 * their annotations. Names, versions, scopes and the presence of a status come from the models; only what
 * they do not say (short names, categories, further subresources) is written here. Stateless.
 */
public final class BuiltInResources {
  private static final String MODELS = "io.fabric8.kubernetes.api.model.";

  /** A kube-apiserver serves versions without "alpha" or "beta"; the others are off unless asked for. */
  private static final Pattern STABLE = Pattern.compile("v[0-9]+");

  /** Kinds that an ordinary kube-apiserver has no endpoint for: other servers and CRDs provide them. */
  private static final Set<String> FOREIGN_GROUPS =
      Set.of("gateway.networking.k8s.io", "metrics.k8s.io", "meta.k8s.io", "extensions");

  private static final Set<String> BODIES_ONLY =
      Set.of("Scale", "Eviction", "TokenRequest", "PartialObjectMetadata");

  private static final Map<String, List<String>> SHORT_NAMES = Map.ofEntries(
      Map.entry("componentstatuses", List.of("cs")),
      Map.entry("configmaps", List.of("cm")),
      Map.entry("endpoints", List.of("ep")),
      Map.entry("events", List.of("ev")),
      Map.entry("limitranges", List.of("limits")),
      Map.entry("namespaces", List.of("ns")),
      Map.entry("nodes", List.of("no")),
      Map.entry("persistentvolumeclaims", List.of("pvc")),
      Map.entry("persistentvolumes", List.of("pv")),
      Map.entry("pods", List.of("po")),
      Map.entry("replicationcontrollers", List.of("rc")),
      Map.entry("resourcequotas", List.of("quota")),
      Map.entry("serviceaccounts", List.of("sa")),
      Map.entry("services", List.of("svc")),
      Map.entry("customresourcedefinitions", List.of("crd", "crds")),
      Map.entry("daemonsets", List.of("ds")),
      Map.entry("deployments", List.of("deploy")),
      Map.entry("replicasets", List.of("rs")),
      Map.entry("statefulsets", List.of("sts")),
      Map.entry("horizontalpodautoscalers", List.of("hpa")),
      Map.entry("cronjobs", List.of("cj")),
      Map.entry("certificatesigningrequests", List.of("csr")),
      Map.entry("ingresses", List.of("ing")),
      Map.entry("networkpolicies", List.of("netpol")),
      Map.entry("poddisruptionbudgets", List.of("pdb")),
      Map.entry("priorityclasses", List.of("pc")),
      Map.entry("storageclasses", List.of("sc")),
      Map.entry("volumeattributesclasses", List.of("vac")),
      Map.entry("ipaddresses", List.of("ip")));

  private static final Map<String, List<String>> CATEGORIES = Map.ofEntries(
      Map.entry("pods", List.of("all")),
      Map.entry("services", List.of("all")),
      Map.entry("replicationcontrollers", List.of("all")),
      Map.entry("daemonsets", List.of("all")),
      Map.entry("deployments", List.of("all")),
      Map.entry("replicasets", List.of("all")),
      Map.entry("statefulsets", List.of("all")),
      Map.entry("horizontalpodautoscalers", List.of("all")),
      Map.entry("cronjobs", List.of("all")),
      Map.entry("jobs", List.of("all")),
      Map.entry("customresourcedefinitions", List.of("api-extensions")),
      Map.entry("apiservices", List.of("api-extensions")),
      Map.entry("mutatingwebhookconfigurations", List.of("api-extensions")),
      Map.entry("validatingwebhookconfigurations", List.of("api-extensions")),
      Map.entry("validatingadmissionpolicies", List.of("api-extensions")),
      Map.entry("validatingadmissionpolicybindings", List.of("api-extensions")),
      Map.entry("mutatingadmissionpolicies", List.of("api-extensions")),
      Map.entry("mutatingadmissionpolicybindings", List.of("api-extensions")));

  private static final List<String> PROXIED = List.of("create", "delete", "get", "patch", "update");

  private static final Set<String> SCALED =
      Set.of("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController");

  private BuiltInResources() {}

  /**
   * The kinds to serve: those a current kube-apiserver serves by default, and those whose {@code
   * group/version} (core: {@code v1}) is asked for.
   */
  public static List<ResourceType> served(Set<String> alsoGroupVersions) {
    return all(
        type -> STABLE.matcher(type.version()).matches() && !FOREIGN_GROUPS.contains(type.group())
            || alsoGroupVersions.contains(type.apiVersion()));
  }

  /** Every group/version the models know, served by default or not. */
  public static Set<String> knownGroupVersions() {
    Set<String> known = new LinkedHashSet<>();
    all(type -> true).forEach(type -> known.add(type.apiVersion()));
    return known;
  }

  /** A kind that the models have, served or not; null if they do not have it. */
  public static @Nullable ResourceType known(String apiVersion, String kind) {
    for (ResourceType type : Known.TYPES) {
      if (type.kind().equals(kind) && type.apiVersion().equals(apiVersion)) {
        return type;
      }
    }
    return null;
  }

  /** Looked for once: the class path does not change. */
  private static final class Known {
    static final List<ResourceType> TYPES = find();

    private Known() {}
  }

  private static List<ResourceType> all(Predicate<ResourceType> wanted) {
    return Known.TYPES.stream().filter(wanted).toList();
  }

  private static List<ResourceType> find() {
    List<ResourceType> types = new ArrayList<>();
    modelNames().stream()
        .map(BuiltInResources::load)
        .filter(model -> HasMetadata.class.isAssignableFrom(model)
            && model.isAnnotationPresent(Group.class)
            && model.isAnnotationPresent(Version.class))
        .map(model -> describe(model.asSubclass(HasMetadata.class)))
        .filter(type -> !BODIES_ONLY.contains(type.kind()))
        .forEach(types::add);
    types.sort(Comparator.comparing(ResourceType::group)
        .thenComparing(ResourceType::version)
        .thenComparing(ResourceType::plural));
    return types;
  }

  /**
   * The classes that the models' service files name, but for lists, which are not kinds of their own. Users name classes of
   * their own in such files, which need a CRD to be served.
   */
  private static Set<String> modelNames() {
    Set<String> names = new LinkedHashSet<>();
    try {
      Enumeration<URL> files = KubernetesResource.class
          .getClassLoader()
          .getResources("META-INF/services/" + KubernetesResource.class.getName());
      while (files.hasMoreElements()) {
        try (InputStream file = files.nextElement().openStream()) {
          new String(file.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(String::strip)
              .filter(line -> line.startsWith(MODELS) && !line.endsWith("List"))
              .forEach(names::add);
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the models on the class path cannot be listed", unreadable);
    }
    return names;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(
          name, /* initialize= */ false, KubernetesResource.class.getClassLoader());
    } catch (ClassNotFoundException broken) {
      throw new IllegalStateException("a model's service file names a missing class", broken);
    }
  }

  private static ResourceType describe(Class<? extends HasMetadata> model) {
    String group = HasMetadata.getGroup(model);
    String version = HasMetadata.getVersion(model);
    String kind = HasMetadata.getKind(model);
    String plural = HasMetadata.getPlural(model);
    boolean creatable = kind.equals("Binding") || kind.endsWith("Review");
    boolean status = !creatable && hasStatus(model);
    return new ResourceType(
        group,
        version,
        kind,
        kind + "List",
        plural,
        kind.toLowerCase(Locale.ROOT),
        Namespaced.class.isAssignableFrom(model),
        SHORT_NAMES.getOrDefault(plural, List.of()),
        CATEGORIES.getOrDefault(plural, List.of()),
        storage(group, plural),
        verbs(kind, creatable),
        subresources(group, version, kind, status),
        Behaviour.ofBuiltIn(kind, status),
        model,
        /* custom= */ null);
  }

  /** Events are one set of objects with two faces; everything else is stored by group. */
  private static String storage(String group, String plural) {
    return group.isEmpty() || group.equals("events.k8s.io") ? plural : plural + "." + group;
  }

  private static Set<String> verbs(String kind, boolean creatable) {
    List<String> verbs = creatable
        ? List.of("create")
        : kind.equals("ComponentStatus") ? List.of("get", "list") : ResourceType.ALL_VERBS;
    Set<String> offered = new LinkedHashSet<>(verbs);
    if (kind.equals("Namespace")) {
      offered.remove("deletecollection");
    }
    return offered;
  }

  private static List<ResourceType.Subresource> subresources(
      String group, String version, String kind, boolean status) {
    List<ResourceType.Subresource> subresources = new ArrayList<>();
    if (kind.equals("Pod")) {
      List<String> connect = List.of("create", "get");
      List<String> change = List.of("get", "patch", "update");
      subresources.add(core("attach", "PodAttachOptions", connect));
      subresources.add(core("binding", "Binding", List.of("create")));
      subresources.add(core("ephemeralcontainers", kind, change));
      subresources.add(
          new ResourceType.Subresource("eviction", "policy", "v1", "Eviction", List.of("create")));
      subresources.add(core("exec", "PodExecOptions", connect));
      subresources.add(core("log", kind, List.of("get")));
      subresources.add(core("portforward", "PodPortForwardOptions", connect));
      subresources.add(core("proxy", "PodProxyOptions", PROXIED));
      subresources.add(core("resize", kind, change));
    }
    if (group.isEmpty() && (kind.equals("Node") || kind.equals("Service"))) {
      subresources.add(core("proxy", kind + "ProxyOptions", PROXIED));
    }
    if (kind.equals("ServiceAccount")) {
      subresources.add(new ResourceType.Subresource(
          "token", "authentication.k8s.io", "v1", "TokenRequest", List.of("create")));
    }
    if (kind.equals("CertificateSigningRequest")) {
      subresources.add(new ResourceType.Subresource(
          "approval", group, version, kind, List.of("get", "patch", "update")));
    }
    if (kind.equals("Namespace")) {
      subresources.add(
          new ResourceType.Subresource("finalize", "", "v1", "Namespace", List.of("update")));
    }
    if (SCALED.contains(kind)) {
      subresources.add(scale());
    }
    if (status) {
      subresources.add(status(group, version, kind));
    }
    return List.copyOf(subresources);
  }

  private static ResourceType.Subresource core(String name, String kind, List<String> verbs) {
    return new ResourceType.Subresource(name, "", "v1", kind, verbs);
  }

  /** The scale subresource, the same for all that have one. */
  public static ResourceType.Subresource scale() {
    return new ResourceType.Subresource(
        "scale", "autoscaling", "v1", "Scale", List.of("get", "patch", "update"));
  }

  /** The status subresource of a kind. */
  public static ResourceType.Subresource status(String group, String version, String kind) {
    return new ResourceType.Subresource(
        "status", group, version, kind, List.of("get", "patch", "update"));
  }

  /** Asks the annotation: looking at the methods would load every class they mention. */
  private static boolean hasStatus(Class<?> model) {
    JsonPropertyOrder order = model.getAnnotation(JsonPropertyOrder.class);
    return order != null && List.of(order.value()).contains("status");
  }
}
