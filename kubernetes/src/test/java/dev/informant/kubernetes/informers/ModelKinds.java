package dev.informant.kubernetes.informers;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;

/** The kinds of the models, for tests over all of them. */
public final class ModelKinds {
  private ModelKinds() {}

  public static List<Class<? extends HasMetadata>> all() {
    return AccessorGenerator.kinds().values().stream()
        .flatMap(versions -> versions.values().stream())
        .flatMap(Collection::stream)
        .toList();
  }
}
