package dev.informant.apiserver.junit;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves the parameters of {@link ApiServerTest}. */
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
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            KubernetesClient.class,
            ignored -> new KubernetesClientBuilder().withConfig(config).build(),
            KubernetesClient.class);
  }

  private static ApiServer server(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(ApiServer.class, ignored -> start(context), ApiServer.class);
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
    ApiServerBuilder builder = ApiServer.builder()
        .watchList(options.watchList())
        .watchWindow(options.watchWindow(), Math.max(options.watchWindow(), 102_400))
        .seed(options.seed());
    return options.tls() ? builder.start() : builder.plainHttp().start();
  }
}
