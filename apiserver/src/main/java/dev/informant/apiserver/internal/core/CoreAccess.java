package dev.informant.apiserver.internal.core;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Leads from a server to its core, which the API of a server does not show. Thread-safe. */
public final class CoreAccess {
  private static volatile @Nullable Function<Object, @Nullable KubernetesCore> cores;

  private CoreAccess() {}

  /** To be called by the class of servers, once. */
  public static void through(Function<Object, @Nullable KubernetesCore> access) {
    cores = access;
  }

  /** The core of a server. */
  public static KubernetesCore of(Object server) {
    Function<Object, @Nullable KubernetesCore> access = cores;
    KubernetesCore core = access == null ? null : access.apply(server);
    if (core == null) {
      throw new IllegalArgumentException("not an ApiServer: " + server);
    }
    return core;
  }
}
