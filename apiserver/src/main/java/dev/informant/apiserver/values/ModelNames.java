package dev.informant.apiserver.values;

import java.util.Map;
import java.util.Set;

/** What a kube-apiserver calls the model classes in its OpenAPI documents. Stateless. */
public final class ModelNames {
  private static final String MODELS = "io.fabric8.kubernetes.api.model";
  private static final Set<String> META = Set.of(
      "Condition",
      "FieldsV1",
      "LabelSelector",
      "LabelSelectorRequirement",
      "ListMeta",
      "ManagedFieldsEntry",
      "ObjectMeta",
      "OwnerReference");

  /** Where types live that are not in k8s.io/api. */
  private static final Map<String, String> ELSEWHERE = Map.of(
      "apiextensions.v1", "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.",
      "aggregator.v1", "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.");

  private ModelNames() {}

  /** As in {@code io.k8s.api.apps.v1.Deployment}. */
  public static String of(Class<?> model) {
    String name = model.getSimpleName();
    if (META.contains(name)) {
      return "io.k8s.apimachinery.pkg.apis.meta.v1." + name;
    }
    String home = model.getPackageName();
    String group = home.startsWith(MODELS + ".") ? home.substring(MODELS.length() + 1) : "core";
    boolean versioned = group.matches(".*\\.v[0-9][a-z0-9]*");
    String place =
        name.startsWith("APIService") ? "aggregator.v1" : versioned ? group : group + ".v1";
    return ELSEWHERE.getOrDefault(place, "io.k8s.api." + place + ".") + name;
  }
}
