package dev.informant.internal.compact;

import dev.informant.object.Revision;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What of a compact form is kept beyond the process: the bytes of its objects and the dictionaries that these need. Whoever
 * reads them has a new form, and restores first the dictionaries and then the revisions. Thread-safe.
 */
public final class CompactArchiving<T> {
  private final CompactForm<T> form;
  private final Packer packer;
  private final ObjectBytes<T> bytes;
  private final @Nullable DictionarySchedule schedule; // null: no dictionaries
  private final LabelSet.Sharing labels;

  /**
   * @param form whose parts the others are
   */
  CompactArchiving(
      CompactForm<T> form,
      Packer packer,
      ObjectBytes<T> bytes,
      @Nullable DictionarySchedule schedule,
      LabelSet.Sharing labels) {
    this.form = form;
    this.packer = packer;
    this.bytes = bytes;
    this.schedule = schedule;
    this.labels = labels;
  }

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
        boolean here = revision instanceof CompactRevision<T> compact && compact.form() == form;
        if (!here && left[0]-- > 0) {
          form.hold(revision.uid(), revision.resourceVersion(), revision.object(), null);
        }
      });
    }
  }

  /** The compressed bytes of a revision: its own if it is in this form, else made now. */
  public byte[] packed(Revision<T> revision) {
    return revision instanceof CompactRevision<T> compact && compact.form() == form
        ? compact.packed()
        : packer.pack(bytes.write(revision.object()));
  }

  /**
   * The compressed bytes of these, as they are now, and the dictionaries for them.
   *
   * @param revisions calls what it is given for each of them
   */
  public PackedRevisions<T> pack(Consumer<Consumer<Revision<T>>> revisions) {
    return new PackedRevisions<>(form, packer, bytes, revisions);
  }

  /**
   * Takes over the dictionaries of an earlier run. Only before anything is held.
   *
   * @throws IllegalStateException if this form has dictionaries of its own, or must have none
   */
  public void restoreDictionaries(List<byte[]> dictionaries) {
    if (packer.hasDictionaries()) {
      throw new IllegalStateException("this form already has dictionaries");
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
        form, key, uid, resourceVersion, storedVersion, taken(labelled, packed), packed);
  }

  /**
   * The same for a revision whose uid and version are numbers.
   *
   * @throws IllegalStateException if the bytes need a dictionary that there is not
   */
  public Revision<T> restore(
      String key, RevisionNumbers numbers, RestoredLabels labelled, byte[] packed) {
    return new CompactRevision<>(form, key, numbers, taken(labelled, packed), packed);
  }

  private LabelSet taken(RestoredLabels labelled, byte[] packed) {
    LabelSet taken = labelled.take();
    int template = packer.template(packed);
    if (template != 0) {
      taken.restored(template);
    }
    return taken;
  }
}
