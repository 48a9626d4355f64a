package dev.informant.kubernetes.internal.model;

/**
 * Decides which classes are fabric8's models of Kubernetes: they come with the library in one known version, and are no code
 * of its users. What fabric8 has for other APIs is not among them. Stateless.
 */
public final class ModelClasses {
  private static final String PACKAGES = "io.fabric8.kubernetes.api.model.";

  private ModelClasses() {}

  public static boolean contains(Class<?> type) {
    return type.getName().startsWith(PACKAGES);
  }
}
