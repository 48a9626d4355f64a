package dev.informant.apiserver.junit;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves the parameters of {@link ApiServerTest}, with what JUnit 5 and 6 have in common. */
public final class ApiServerExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ApiServerExtension.class);
  private static final Set<Class<?>> TYPES =
      Set.of(ApiServer.class, Faults.class, Config.class, KubernetesClient.class);

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

  private static ApiServer server(ExtensionContext context) {
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

  private static ApiServer start(ExtensionContext context) {
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
    return options.tls() ? builder.start() : builder.plainHttp().start();
  }
}
