package dev.informant.compact;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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

  // --- for what is kept beyond the process

  /** What the bytes were compressed with. */
  public String compression() {
    return packer.compression().name();
  }

  /** The dictionaries there are, in order, in a form for {@link #restoreDictionaries}. */
  public List<byte[]> dictionaries() {
    return packer.dictionaries();
  }

  /**
   * Trains a dictionary on the first of these, unless there is one. A form that holds objects trains by itself; one
   * that is only used to write the objects of another cache to a file has to be told.
   *
   * @param revisions calls what it is given for each of them
   */
  public void trainOn(Consumer<Consumer<Revision<T>>> revisions) {
    if (schedule != null && !packer.hasDictionaries()) {
      int[] left = {DictionarySchedule.MANY};
      revisions.accept(revision -> {
        boolean here = revision instanceof CompactRevision<T> compact && compact.form() == this;
        if (!here && left[0]-- > 0) {
          hold(revision.uid(), revision.resourceVersion(), revision.object(), null);
        }
      });
    }
  }

  /** The compressed bytes of a revision: its own if it is in this form, else made now. */
  public byte[] packed(Revision<T> revision) {
    return revision instanceof CompactRevision<T> compact && compact.form() == this
        ? compact.packed()
        : packer.pack(bytes.write(revision.object()));
  }

  /**
   * The compressed bytes of these, as they are now, and the dictionaries for them.
   *
   * @param revisions calls what it is given for each of them
   */
  public PackedRevisions<T> pack(Consumer<Consumer<Revision<T>>> revisions) {
    return new PackedRevisions<>(this, packer, bytes, revisions);
  }

  /**
   * Takes over the dictionaries of an earlier run. Only before anything is held.
   *
   * @throws IllegalStateException if this form has dictionaries of its own, or must have none
   */
  public void restoreDictionaries(List<byte[]> dictionaries) {
    if (packer.hasDictionaries()) {
      throw new IllegalStateException("this form has dictionaries of its own");
    }
    if (dictionaries.isEmpty()) {
      return;
    }
    if (schedule == null) {
      throw new IllegalStateException("this form has no dictionaries");
    }
    dictionaries.forEach(packer::restore);
    schedule.trained();
  }

  /** Labels of an earlier run, for all revisions that have them. */
  public RestoredLabels restoreLabels(Map<String, String> labelled) {
    return new RestoredLabels(labels.share(labelled));
  }

  /**
   * A revision of an earlier run, whose dictionaries have been restored.
   *
   * @throws IllegalStateException if the bytes need a dictionary that there is not
   */
  public Revision<T> restore(
      String key,
      String uid,
      String resourceVersion,
      String storedVersion,
      RestoredLabels labelled,
      byte[] packed) {
    return new CompactRevision<>(
        this, key, uid, resourceVersion, storedVersion, taken(labelled, packed), packed);
  }

  /** The same with labels of its own. */
  public Revision<T> restore(
      String key,
      String uid,
      String resourceVersion,
      String storedVersion,
      Map<String, String> labelled,
      byte[] packed) {
    RestoredLabels restored = restoreLabels(labelled);
    return restore(key, uid, resourceVersion, storedVersion, restored, packed);
  }

  /**
   * The same for a revision whose uid and version are numbers.
   *
   * @throws IllegalStateException if the bytes need a dictionary that there is not
   */
  public Revision<T> restore(
      String key, RevisionNumbers numbers, RestoredLabels labelled, byte[] packed) {
    return new CompactRevision<>(this, key, numbers, taken(labelled, packed), packed);
  }

  private LabelSet taken(RestoredLabels labelled, byte[] packed) {
    LabelSet taken = labelled.take();
    int template = packer.template(packed);
    if (template != 0) {
      taken.restored(template);
    }
    return taken;
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
