package dev.informant.kubernetes.fast;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.ModelMapper;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.stream.DecodeException;
import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's models and custom-resource classes, straight from bytes. The result equals Jackson's. Short
 * strings that recur are one object, but for those of Secrets. Immutable (but for its bounded caches) and thread-safe.
 */
public final class FastCodec<T extends HasMetadata> implements Codec<T> {
  private static final Plans PLANS = new Plans(ModelMapper.shared().mapper());
  private static final StringCache STRINGS = new StringCache();

  private final ModelCodec<T> slow;
  private final ValuePlan plan;
  private final StringCache strings;
  private final @Nullable SharedParts parts;
  private final boolean leaveOutManagedFields;

  private FastCodec(
      ModelCodec<T> slow, @Nullable SharedParts parts, boolean leaveOutManagedFields) {
    this.slow = slow;
    this.plan = PLANS.of(slow.model());
    // What is in a Secret is nowhere but in the Secret, and gone when nobody holds that.
    this.strings = Secret.class.isAssignableFrom(slow.model()) ? StringCache.NONE : STRINGS;
    this.parts = parts;
    this.leaveOutManagedFields = leaveOutManagedFields;
  }

  /** Every object has its own parts and keeps its managed fields. */
  public static <T extends HasMetadata> FastCodec<T> of(Class<T> type) {
    return new FastCodec<>(ModelCodec.of(type), null, /* leaveOutManagedFields= */ false);
  }

  /**
   * Lets equal parts (labels, probes, tolerations, …) be one object, and empty lists and maps immutable
   * ones: several times less memory. Then nobody may change a decoded object below its first level.
   */
  public FastCodec<T> sharingEqualParts() {
    return new FastCodec<>(slow, new SharedParts(PLANS.places()), leaveOutManagedFields);
  }

  /** Passes over managed fields without reading them. */
  public FastCodec<T> withoutManagedFields() {
    return new FastCodec<>(slow, parts, /* leaveOutManagedFields= */ true);
  }

  @Override
  @SuppressWarnings("unchecked") // the plan is T's
  public T decode(byte[] bytes, int offset, int length) {
    FastReader json = new FastReader(bytes, offset, length, strings, parts, leaveOutManagedFields);
    if (json.peek() != '{') {
      throw new DecodeException("not an object");
    }
    Object object = plan.read(json);
    json.endOfDocument();
    if (object == null) {
      throw new DecodeException("nothing instead of an object");
    }
    return (T) object;
  }

  @Override
  public ObjectAccessor<T> accessor() {
    return slow.accessor();
  }

  @Override
  public TypeMeta expected() {
    return slow.expected();
  }

  @Override
  public TypeMeta typeOf(T object) {
    return slow.typeOf(object);
  }

  @Override
  public boolean leavesOutManagedFields() {
    return leaveOutManagedFields && plan instanceof BeanPlan;
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  @Override
  public UnaryOperator<T> deepCopy() {
    return slow.deepCopy();
  }

  @Override
  public Function<T, byte[]> encoder() {
    return slow.encoder();
  }

  /** The class of the objects. */
  public Class<T> model() {
    return slow.model();
  }
}
