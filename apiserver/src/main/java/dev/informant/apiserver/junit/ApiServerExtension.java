package dev.informant.apiserver.junit;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Resolves the parameters of {@link ApiServerTest}, or those of a test with {@link #with}, with what JUnit 5 and 6 have in common. */
public final class ApiServerExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ApiServerExtension.class);
  private static final Set<Class<?>> TYPES =
      Set.of(ApiServer.class, Faults.class, Config.class, KubernetesClient.class);

  private final @Nullable Consumer<ApiServerBuilder> configured;
  private final List<String> crds;

  /** For {@link ApiServerTest}, which has the options. */
  public ApiServerExtension() {
    this(null, List.of());
  }

  private ApiServerExtension(@Nullable Consumer<ApiServerBuilder> configured, List<String> crds) {
    this.configured = configured;
    this.crds = crds;
  }

  /**
   * Returns an extension for a field with {@code @RegisterExtension}, instead of {@link ApiServerTest}. The builder has its own
   * defaults: TLS among them.
   */
  public static ApiServerExtension with(Consumer<ApiServerBuilder> options) {
    return new ApiServerExtension(Objects.requireNonNull(options, "options"), List.of());
  }

  /** The same, which also creates these custom resource definitions: resources of the class path. */
  public ApiServerExtension crds(String... resources) {
    return new ApiServerExtension(configured, List.of(resources));
  }

  /** Parameters of a constructor belong to the test it is called for, as those of the method do. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ApiServer server = server(context);
    Class<?> type = parameter.getParameter().getType();
    if (type == ApiServer.class) {
      return server;
    }
    if (type == Faults.class) {
      return server.faults();
    }
    Config config = Config.fromKubeconfig(server.kubeconfig());
    if (type == Config.class) {
      return config;
    }
    // The store closes it before the server, which was put there first.
    return kept(
        context,
        KubernetesClient.class,
        () -> new KubernetesClientBuilder().withConfig(config).build());
  }

  private ApiServer server(ExtensionContext context) {
    return kept(context, ApiServer.class, () -> start(context));
  }

  /** What the test, or the class around it, has of this type; made if it has none. */
  @SuppressWarnings("deprecation") // what JUnit 6 has instead is not there in 5
  private static <T> T kept(ExtensionContext context, Class<T> type, Supplier<T> maker) {
    T there = context.getStore(NAMESPACE).getOrComputeIfAbsent(type, key -> maker.get(), type);
    return Objects.requireNonNull(there);
  }

  /** The annotation of a class, or of the nearest one it is nested in. */
  private static Optional<ApiServerTest> nearest(Class<?> test) {
    Class<?> enclosing = test.getEnclosingClass();
    return AnnotationSupport.findAnnotation(test, ApiServerTest.class)
        .or(() -> enclosing == null ? Optional.empty() : nearest(enclosing));
  }

  private ApiServer start(ExtensionContext context) {
    if (configured != null) {
      ApiServerBuilder builder = ApiServer.builder();
      configured.accept(builder);
      return started(builder, crds, context);
    }
    ApiServerTest options = context
        .getElement()
        .flatMap(method -> AnnotationSupport.findAnnotation(method, ApiServerTest.class))
        .or(() -> context.getTestClass().flatMap(ApiServerExtension::nearest))
        .orElseThrow(() -> new IllegalStateException("put @ApiServerTest on the test class"));
    ApiServerBuilder builder =
        ApiServer.builder().watchList(options.watchList()).seed(options.seed());
    int window = options.watchWindow();
    if (window != 0) {
      // At most as many as at least: a real window keeps more for some minutes, and no test would
      // see its end.
      builder.watchWindow(window, window);
    }
    if (options.authorizer() != Authorizer.class) {
      builder.authorizer(ReflectionSupport.newInstance(options.authorizer()));
    }
    if (!options.tls()) {
      builder.plainHttp();
    }
    for (Class<? extends Consumer<ApiServerBuilder>> more : options.options()) {
      ReflectionSupport.newInstance(more).accept(builder);
    }
    return started(builder, List.of(options.crds()), context);
  }

  private static ApiServer started(
      ApiServerBuilder builder, List<String> crds, ExtensionContext context) {
    ApiServer server = builder.start();
    try {
      crds.forEach(crd -> server.createCrds(read(context.getRequiredTestClass(), crd)));
      return server;
    } catch (RuntimeException | Error unusable) {
      server.close();
      throw unusable;
    }
  }

  private static String read(Class<?> test, String resource) {
    try (InputStream in = test.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource + " on the class path of "
            + test.getName() + "; an absolute name begins with /");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
