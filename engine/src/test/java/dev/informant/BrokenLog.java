package dev.informant;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Makes the log of a class throw on every record until it is closed: a filter of java.util.logging, set through
 * reflection because the engine's module does not read that one.
 */
public final class BrokenLog implements AutoCloseable {
  private final List<String> callers = new CopyOnWriteArrayList<>();
  private final Object logger;
  private final Method setFilter;

  public BrokenLog(Class<?> owner) {
    try {
      Class<?> type = Class.forName("java.util.logging.Logger");
      Class<?> filter = Class.forName("java.util.logging.Filter");
      logger = type.getMethod("getLogger", String.class).invoke(null, owner.getName());
      setFilter = type.getMethod("setFilter", filter);
      setFilter(Proxy.newProxyInstance(
          BrokenLog.class.getClassLoader(), new Class<?>[] {filter}, (self, method, arguments) -> {
            callers.add(caller(arguments[0]));
            throw new IllegalStateException("the log is broken");
          }));
    } catch (ReflectiveOperationException noLog) {
      throw new LinkageError("java.util.logging is not what it was", noLog);
    }
  }

  private static String caller(Object record) throws ReflectiveOperationException {
    Object type = record.getClass().getMethod("getSourceClassName").invoke(record);
    Object method = record.getClass().getMethod("getSourceMethodName").invoke(record);
    return type + " " + method;
  }

  private void setFilter(@Nullable Object filter) throws ReflectiveOperationException {
    setFilter.invoke(logger, filter);
  }

  /** Class and method of whoever logged, once for each time the log threw. */
  public List<String> callers() {
    return List.copyOf(callers);
  }

  /** How often it threw. */
  public int thrown() {
    return callers.size();
  }

  @Override
  public void close() {
    try {
      setFilter(null);
    } catch (ReflectiveOperationException noLog) {
      throw new LinkageError("java.util.logging is not what it was", noLog);
    }
  }
}
