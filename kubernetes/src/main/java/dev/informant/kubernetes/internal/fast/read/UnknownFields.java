package dev.informant.kubernetes.internal.fast.read;

import dev.informant.kubernetes.codec.DecodeException;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the fields that a class does not know, as Jackson would have it: a few are passed over, the others the
 * object takes in or, if it cannot, they are refused or passed over. Immutable.
 *
 * @param ignored names that are passed over in any case
 * @param taker takes the others in; null if the class has none
 * @param map puts a map that can be changed where the taker puts them; null if it is always one
 * @param refused whether they are an error if nothing takes them
 */
public record UnknownFields(
    Set<String> ignored,
    @Nullable Taker taker,
    @Nullable BiConsumer<Object, @Nullable Object> map,
    boolean refused) {
  /** Takes one of them. */
  public interface Taker {
    void put(Object bean, String name, @Nullable Object value);
  }

  /**
   * Reads the value that is next.
   *
   * @return whether the object has taken it in
   */
  boolean read(FastReader json, Object bean, String name, boolean needsMap) {
    if (ignored.contains(name)) {
      Unread.pass(json);
      return false;
    }
    try {
      if (taker != null) {
        take(json, bean, name, needsMap, taker);
        return true;
      }
      if (refused) {
        throw json.wrong("a field that is known");
      }
      Unread.pass(json);
      return false;
    } catch (DecodeException wrong) {
      throw new DecodeException("field " + name + ", which " + bean.getClass().getSimpleName()
          + " does not know: " + wrong.getMessage());
    }
  }

  private void take(FastReader json, Object bean, String name, boolean needsMap, Taker taker) {
    if (needsMap && map != null) {
      map.accept(bean, new LinkedHashMap<>(4));
    }
    Object value = json.untyped();
    try {
      taker.put(bean, name, value);
    } catch (RuntimeException notTaken) {
      throw json.wrong("a value that is taken");
    }
  }
}
