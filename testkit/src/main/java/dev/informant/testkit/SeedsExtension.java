package dev.informant.testkit;

import java.lang.reflect.Method;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Calls a method annotated with {@link Seeds} once for each seed. Has no state. */
final class SeedsExtension implements InvocationInterceptor, ParameterResolver {
  private static final String PROPERTY = "informant.seed";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
    return parameter.getParameter().getType() == RandomGenerator.class;
  }

  /** Only a placeholder: each call gets its own. */
  @Override
  public RandomGenerator resolveParameter(ParameterContext parameter, ExtensionContext extension) {
    return new SplittableRandom(0);
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension) {
    invocation.skip();
    Method method = context.getExecutable();
    Object target = context.getTarget().orElseThrow();
    Long only = Long.getLong(PROPERTY);
    if (only != null) {
      run(method, target, only);
      return;
    }
    int seeds = method.getAnnotation(Seeds.class).value();
    for (long seed = 0; seed < seeds; seed++) {
      run(method, target, seed);
    }
  }

  private static void run(Method method, Object target, long seed) {
    try {
      ReflectionSupport.invokeMethod(method, target, new SplittableRandom(seed));
    } catch (TestAbortedException aborted) {
      throw aborted;
    } catch (Throwable failure) {
      throw new AssertionFailedError(
          "seed %d failed; repeat it with -Dtest=%s#%s -D%s=%d: %s"
              .formatted(
                  seed,
                  method.getDeclaringClass().getSimpleName(),
                  method.getName(),
                  PROPERTY,
                  seed,
                  failure),
          failure);
    }
  }
}
