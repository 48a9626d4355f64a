package dev.informant.kubernetes.internal.fast;

import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.fast.plan.ModelRecords;
import dev.informant.kubernetes.internal.fast.plan.Plans;
import dev.informant.kubernetes.internal.fast.read.FastReader;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import dev.informant.kubernetes.internal.fast.share.PreviousParts;
import dev.informant.kubernetes.internal.fast.share.SharedParts;
import dev.informant.kubernetes.internal.fast.share.StringCache;
import dev.informant.kubernetes.internal.model.Confidential;
import dev.informant.kubernetes.internal.model.ModelClasses;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's models and custom-resource classes, straight from bytes. The result equals Jackson's, unknown fields and limits
 * included; a class or value that is read in a way not known here is left to Jackson. Short
 * strings that recur are one object, but for those of Secrets. Immutable (but for its bounded caches) and thread-safe.
 */
public final class FastCodec<T extends HasMetadata> implements InPlaceCodec<T> {
  private static final StringCache STRINGS = new StringCache();
  private static final Plans PLANS = new Plans(ModelRecords.SHIPPED);

  private final ModelCodec<T> slow;
  private final StringCache strings;
  private final @Nullable SharedParts parts;
  private final @Nullable PreviousParts previous;
  private final boolean leaveOutManagedFields;

  /** Null before something is decoded: who goes on from a saved cache may never do so. */
  private volatile @Nullable ValuePlan made;

  private FastCodec(
      ModelCodec<T> slow, @Nullable SharedParts parts, boolean leaveOutManagedFields) {
    this.slow = slow;
    boolean confidential = Confidential.is(slow.model());
    this.strings = confidential ? StringCache.NONE : STRINGS;
    this.parts = confidential ? null : parts;
    this.previous = this.parts == null ? null : new PreviousParts();
    this.leaveOutManagedFields = leaveOutManagedFields;
    if (!ModelClasses.contains(slow.model())) {
      plan(); // a class that cannot be decoded is refused at once
    }
  }

  private ValuePlan plan() {
    ValuePlan plan = made;
    if (plan == null) {
      ValuePlan light = leaveOutManagedFields ? PLANS.withoutManagedFields(slow.model()) : null;
      plan = light == null ? PLANS.of(slow.model()) : light;
      made = plan;
    }
    return plan;
  }

  /** Every object has its own parts and keeps its managed fields. */
  public static <T extends HasMetadata> FastCodec<T> of(Class<T> type) {
    return new FastCodec<>(ModelCodec.of(type), null, /* leaveOutManagedFields= */ false);
  }

  /**
   * Lets equal parts (labels, probes, tolerations, …) be one object, and lists and maps take little room: several times less
   * memory. Then nobody may change a decoded object below its first level; nearly all of its lists and maps refuse it. Secrets share
   * nothing.
   */
  public FastCodec<T> sharingEqualParts() {
    return new FastCodec<>(slow, new SharedParts(), leaveOutManagedFields);
  }

  /**
   * Passes over the managed fields of the object (not of templates in it) without reading them: only their quotes and brackets are looked at, so what is malformed between
   * these is not refused.
   */
  public FastCodec<T> withoutManagedFields() {
    SharedParts own = parts == null ? null : new SharedParts(); // the other's have managed fields
    return new FastCodec<>(slow, own, /* leaveOutManagedFields= */ true);
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    FastReader json = reader(bytes, offset, length, null, /* attempt= */ false);
    T object = read(json);
    json.endOfDocument();
    return object;
  }

  /** Where equal parts are shared, a changed object reuses the unchanged parts of the version decoded here before. */
  @Override
  public @Nullable First<T> decodeFirst(byte[] bytes, int offset, int length, boolean changed) {
    FastReader json = reader(bytes, offset, length, changed ? previous : null, /* attempt= */ true);
    try {
      T object = read(json);
      return expected().admits(typeOf(object)) ? new First<>(object, json.at) : null;
    } catch (RuntimeException | StackOverflowError undecodable) {
      return null;
    }
  }

  private FastReader reader(
      byte[] bytes, int offset, int length, @Nullable PreviousParts before, boolean attempt) {
    return new FastReader(bytes, offset, length, strings, parts, before, attempt);
  }

  @SuppressWarnings("unchecked") // the plan is T's
  private T read(FastReader json) {
    if (json.peek() != '{') {
      throw json.wrong("an object");
    }
    Object object = json.read(plan());
    if (object == null) {
      throw json.wrong("an object");
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
    String apiVersion = object.getApiVersion();
    String kind = object.getKind();
    return new TypeMeta(apiVersion == null ? "" : apiVersion, kind == null ? "" : kind);
  }

  @Override
  public boolean leavesOutManagedFields() {
    return leaveOutManagedFields && PLANS.withoutManagedFields(slow.model()) != null;
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
