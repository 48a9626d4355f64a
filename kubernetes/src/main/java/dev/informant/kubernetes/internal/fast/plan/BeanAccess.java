package dev.informant.kubernetes.internal.fast.plan;

import org.jspecify.annotations.Nullable;

/** The constructor and the setters of one class. Stateless. */
interface BeanAccess {
  Object make();

  /** Calls the setter of that number; nothing happens if there is none. */
  void set(Object bean, int setter, @Nullable Object value);
}
