package dev.informant.internal.compact;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps objects as compressed bytes; their key, uid, version and labels in plain form. Every read makes a new
 * object that belongs to the reader, so changing one harms nobody, unless {@link Builder#recentlyRead} keeps some for
 * other readers. The objects of one kind should have one form: its dictionaries are trained on them. Thread-safe.
 */
public final class CompactForm<T> implements ObjectForm<T> {
  private final ObjectAccessor<T> accessor;
  private final ObjectBytes<T> bytes;
  private final Packer packer;
  private final @Nullable DictionarySchedule schedule; // null: no dictionaries
  private final LabelSet.Sharing labels = new LabelSet.Sharing();
  private final @Nullable RecentObjects<T> recent;

  private CompactForm(Builder<T> builder) {
    this.accessor = builder.accessor;
    this.bytes = builder.bytes;
    this.packer = new Packer(builder.compression);
    this.schedule = builder.dictionaries ? new DictionarySchedule(packer, builder.trainer) : null;
    this.recent = builder.recentlyRead == 0 ? null : new RecentObjects<>(builder.recentlyRead);
  }

  public static <T> Builder<T> builder(ObjectAccessor<T> accessor, ObjectBytes<T> bytes) {
    return new Builder<>(accessor, bytes);
  }

  @Override
  public Revision<T> hold(
      String uid, String resourceVersion, T transformed, byte @Nullable [] source) {
    byte[] raw = source == null ? bytes.write(transformed) : source;
    LabelSet labelled = labels.share(accessor.labels(transformed));
    WorkloadTemplate template = schedule == null ? null : labelled.template();
    CompactRevision<T> revision = new CompactRevision<>(
        this,
        accessor.key(transformed),
        uid,
        resourceVersion,
        accessor.resourceVersion(transformed),
        labelled,
        template == null ? packer.pack(raw) : template.pack(packer, uid, raw));
    if (schedule != null && packer.template(revision.packed()) == 0) {
      schedule.packed(revision, raw.length);
    }
    return revision;
  }

  @Override
  public boolean holdsObjects() {
    return false;
  }

  @Override
  public void onShared(BiConsumer<Revision<T>, T> watcher) {
    if (recent != null) {
      recent.onKept(watcher);
    }
  }

  T read(CompactRevision<T> revision) {
    return recent == null ? decode(revision) : recent.get(revision, this::decode);
  }

  private T decode(CompactRevision<T> revision) {
    try {
      return bytes.read(packer.unpack(revision.packed()));
    } catch (RuntimeException unreadable) {
      throw new IllegalStateException(
          revision.key() + " cannot be read from the compact cache", unreadable);
    }
  }

  /** Writes and reads what is in this form beyond the life of the process. */
  public CompactArchiving<T> archiving() {
    return new CompactArchiving<>(this, packer, bytes, schedule, labels);
  }

  /** Options. Not thread-safe. */
  public static final class Builder<T> {
    private final ObjectAccessor<T> accessor;
    private final ObjectBytes<T> bytes;
    private Compression compression = Compression.deflate();
    private Executor trainer = Runnable::run;
    private boolean dictionaries = true;
    private int recentlyRead;

    private Builder(ObjectAccessor<T> accessor, ObjectBytes<T> bytes) {
      this.accessor = accessor;
      this.bytes = bytes;
    }

    /** Default: {@link Compression#deflate()}. */
    public Builder<T> compression(Compression value) {
      compression = value;
      return this;
    }

    /** Where dictionaries are trained, some tenths of a second each. Default: where objects are held. */
    public Builder<T> trainer(Executor value) {
      trainer = value;
      return this;
    }

    /**
     * Whether dictionaries are trained. Default: yes. They hold pieces of the objects they were trained on and outlive
     * them; without, a form keeps none of its objects' content.
     */
    public Builder<T> dictionaries(boolean value) {
      dictionaries = value;
      return this;
    }

    /**
     * For how many objects that were read there is a place as objects too, rounded up to a power of two. Default: none.
     * A key has one place, which a read of another key may take. Readers share them, so they must not be changed.
     */
    public Builder<T> recentlyRead(int objects) {
      if (objects < 0) {
        throw new IllegalArgumentException("recentlyRead is negative: " + objects);
      }
      recentlyRead = objects;
      return this;
    }

    public CompactForm<T> build() {
      return new CompactForm<>(this);
    }
  }
}
