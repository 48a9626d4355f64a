package dev.informant.kubernetes.internal.fast.plan;

import java.lang.reflect.Method;

/**
 * A setter by its names, which is all that is needed to write a call of it: nothing has to be loaded. Immutable.
 *
 * @param parameter the name of its class, as {@link Class#getName} has it; not a primitive one
 * @param result what it returns, as in a descriptor
 */
record SetterCall(String name, String parameter, String result) {
  private static final String NOTHING = "V";

  static SetterCall of(Method method) {
    return new SetterCall(
        method.getName(),
        method.getParameterTypes()[0].getName(),
        method.getReturnType().descriptorString());
  }

  /** One that returns nothing. */
  static SetterCall of(String name, String parameter) {
    return new SetterCall(name, parameter, NOTHING);
  }

  /** Whether a setter can be called in the way that is written in {@link AccessClass}. */
  static boolean isPossible(Method setter) {
    Class<?> result = setter.getReturnType();
    return !setter.getParameterTypes()[0].isPrimitive()
        && (result == void.class || !result.isPrimitive());
  }

  boolean returnsSomething() {
    return !result.equals(NOTHING);
  }

  String descriptor() {
    String path = parameter.replace('.', '/');
    return "(" + (path.startsWith("[") ? path : "L" + path + ";") + ")" + result;
  }

  /** The method itself. */
  Method in(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == 1
          && method.getParameterTypes()[0].getName().equals(parameter)) {
        return method;
      }
    }
    throw new IllegalStateException(type + " has no " + name);
  }
}
