package dev.informant.kubernetes.internal.model;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.Version;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the parts of fabric8 that not every supported release has. Applications often pin an earlier or later release than the
 * one this library was compiled with; all other calls exist in 7.0.0 and later. Stateless.
 */
public final class Fabric8 {
  private Fabric8() {}

  /** The release on the class path. */
  public static String version() {
    return Version.clientVersion();
  }

  /**
   * Returns a model class that some releases lack.
   *
   * @param type a lambda, so that the class is not loaded before it is called
   * @throws IllegalStateException if the release on the class path lacks it
   */
  public static <T> Class<T> model(Supplier<Class<T>> type) {
    try {
      return type.get();
    } catch (NoClassDefFoundError missing) {
      throw new IllegalStateException(
          "fabric8 " + version() + " has no class "
              + String.valueOf(missing.getMessage()).replace('/', '.')
              + "; use a release of fabric8 that has it, or read this kind with"
              + " forResource(…) or trees(…)",
          missing);
    }
  }

  /** The apiVersion of a model class. Release 7.0 returns {@code /v1} for the core group. */
  public static @Nullable String apiVersion(Class<?> type) {
    String apiVersion = HasMetadata.getApiVersion(type);
    return apiVersion != null && apiVersion.startsWith("/") ? apiVersion.substring(1) : apiVersion;
  }

  /** Whether a configuration can hold the server name for TLS: since 7.6. */
  public static boolean hasTlsServerName() {
    try {
      Config.class.getMethod("getTlsServerName");
      return true;
    } catch (NoSuchMethodException before) {
      return false;
    }
  }

  /** The server name for TLS; null if none is configured, or the release does not know it. */
  public static @Nullable String tlsServerName(Config config) {
    try {
      return config.getTlsServerName();
    } catch (NoSuchMethodError before) {
      return null;
    }
  }

  /** Removes the server name for TLS from a builder, where the release knows it. */
  public static HttpClient.Builder withoutTlsServerName(HttpClient.Builder builder) {
    try {
      return builder.tlsServerName(null);
    } catch (NoSuchMethodError before) {
      return builder;
    }
  }
}
