package dev.informant.kubernetes.internal.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands in for the HTTP client's objects, to change a method or two of them. Stateless. */
final class Proxies {
  private Proxies() {}

  static <P> P of(Class<P> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** What the method does of itself. */
  @Nullable
  static Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }
}
