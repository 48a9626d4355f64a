package dev.informant.internal.compact;

import dev.informant.object.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Revisions as packed bytes together with the dictionaries that these bytes need, and no others. Whatever is trained
 * or packed again meanwhile changes neither. Used by one thread.
 */
/*
 * The bytes of revisions in this form are taken first, the dictionaries after them: dictionaries are only ever added, so
 * those of the bytes are among them. Revisions in another form are packed when their turn comes, for all of them together
 * may take much room, with the dictionary that was trained last at the beginning; it is kept for objects to come, too. The dictionaries that
 * are used are numbered anew.
 */
public final class PackedRevisions<T> {
  private final Packer packer;
  private final ObjectBytes<T> bytes;
  private final int latest;
  private final List<Entry<T>> entries;
  private final List<byte[]> dictionaries = new ArrayList<>();
  private final int[] numbers = new int[Packer.HIGHEST + 1];

  /**
   * @param packed empty if the revision is in another form
   */
  private record Entry<T>(Revision<T> revision, byte[] packed) {}

  /** Takes what is packed. */
  @FunctionalInterface
  public interface Sink<T> {
    void accept(Revision<T> revision, byte[] packed) throws IOException;
  }

  PackedRevisions(
      CompactForm<T> form,
      Packer packer,
      ObjectBytes<T> bytes,
      Consumer<Consumer<Revision<T>>> revisions) {
    this.packer = packer;
    this.bytes = bytes;
    this.latest = packer.latest();
    this.entries = new ArrayList<>();
    boolean[] used = new boolean[numbers.length];
    used[latest] = true;
    revisions.accept(revision -> {
      byte[] packed = revision instanceof CompactRevision<T> compact && compact.form() == form
          ? compact.packed()
          : new byte[0];
      used[packed.length == 0 ? latest : Packer.number(packed)] = true;
      entries.add(new Entry<>(revision, packed));
    });
    List<byte[]> all = packer.dictionaries();
    for (int number = 1; number < used.length; number++) {
      if (used[number]) {
        dictionaries.add(all.get(number - 1));
        numbers[number] = dictionaries.size();
      }
    }
  }

  /** The dictionaries that the packed bytes need: the first is that of number 1. */
  public List<byte[]> dictionaries() {
    return List.copyOf(dictionaries);
  }

  public int size() {
    return entries.size();
  }

  /** Hands out each revision with its bytes. */
  public void forEach(Sink<T> sink) throws IOException {
    for (Entry<T> entry : entries) {
      byte[] packed = entry.packed.length == 0
          ? packer.pack(bytes.write(entry.revision.object()), latest)
          : entry.packed;
      sink.accept(entry.revision, Packer.renumbered(packed, numbers[Packer.number(packed)]));
    }
  }
}
