package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.SettableAnyProperty;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows what a deserialiser that Jackson has made would do, which it says to its subclasses only. Not to read with. */
final class BeanLook extends BeanDeserializer {
  private static final long serialVersionUID = 1;

  /**
   * @param resolved already
   */
  BeanLook(BeanDeserializer resolved) {
    super(resolved);
  }

  /** Whether it makes an object, sets one property after the other, by exact names, and does nothing else. */
  boolean isVanilla() {
    return _vanillaProcessing
        && _objectIdReader == null
        && _unwrappedPropertyHandler == null
        && _externalTypeIdHandler == null
        && (_injectables == null || _injectables.length == 0)
        && (_backRefs == null || _backRefs.isEmpty())
        && _includableProps == null
        && !_needViewProcesing
        && !_beanProperties.isCaseInsensitive();
  }

  /** The names that are passed over. */
  Set<String> ignored() {
    return _ignorableProps == null ? Set.of() : Set.copyOf(_ignorableProps);
  }

  /** What takes the fields the class does not know. */
  @Nullable
  SettableAnyProperty anySetter() {
    return _anySetter;
  }

  /** Whether a field the class does not know is an error, if nothing takes it. */
  boolean refusesUnknown(DeserializationConfig config) {
    return !_ignoreAllUnknown
        && config.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }
}
