package dev.informant.internal.archive;

import dev.informant.internal.compact.CompactArchiving;
import dev.informant.internal.compact.PackedRevisions;
import dev.informant.internal.compact.RevisionNumbers;
import dev.informant.object.Revision;
import dev.informant.store.SavedCache;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Writes a cache in the form {@link ArchiveReader} reads. Used by one thread. */
/*
 * The form, in this order:
 *   long   MAGIC
 *   int    FORM
 *   texts  the identity, sorted
 *   text   the compression's name
 *   text   the cache's version, from which a watch can go on
 *   int    the number of dictionaries the objects need, then each of them as bytes: 0 if it was trained, 1 if it is a template,
 *          that is one of many objects that are alike (a byte), and the dictionary
 *   int    the number of objects, then for each of them
 *     text   key
 *     int    the number of its labels among those that came before, from 0 on; or how many came before, and then
 *       texts  its labels, which get this number while there are fewer than LABELS
 *     byte   0: uid and versions are numbers (RevisionNumbers), and then
 *       long   the high half of the uid
 *       long   its low half
 *       long   the version
 *            1: they are not, and then
 *       text   uid
 *       text   the version the server sent
 *       text   the version in the object as it is stored
 *     bytes  the object: the number of its dictionary (0: none) and its length (7 bits a byte each, the lowest
 *            first, the highest bit set in all but the last), and what the compression made of it
 *   int    END
 *   long   CRC32C of all before it
 * Numbers are big-endian. Bytes are an int, their number, and themselves; a text is its UTF-8 as bytes; texts are
 * an int, the number of pairs, and two texts for each.
 *
 * Change it here, in ArchiveReader, and FORM with it: a file of another FORM is not read. ArchiveFormTest has a
 * file of this one.
 */
final class ArchiveWriter<T> {
  /** "informnt". */
  static final long MAGIC = 0x696E666F726D6E74L;

  /** The version of the form: another number for each change of it. */
  static final int FORM = 3;

  /** So many sets of labels have numbers: those of workloads recur, others should take no room in memory. */
  static final int LABELS = 10_000;

  static final int NUMBERS = 0;
  static final int TEXTS = 1;

  static final int END = 0x656E6421;

  private final CompactArchiving<T> archiving;
  private final ArchiveOutput out;
  private final Map<Map<String, String>, Integer> labelNumbers = new HashMap<>();

  ArchiveWriter(OutputStream out, CompactArchiving<T> archiving) {
    this.archiving = archiving;
    this.out = new ArchiveOutput(out);
  }

  /** Returns the checksum of what it wrote. */
  long write(Map<String, String> identity, SavedCache<T> cache) throws IOException {
    out.longNumber(MAGIC);
    out.number(FORM);
    texts(new TreeMap<>(identity));
    out.text(archiving.compression());
    out.text(cache.resourceVersion());
    PackedRevisions<T> packed = archiving.pack(cache.revisions()::forEach);
    out.number(packed.dictionaries().size());
    for (byte[] dictionary : packed.dictionaries()) {
      out.bytes(dictionary);
    }
    out.number(packed.size());
    packed.forEach(this::revision);
    out.number(END);
    return out.end();
  }

  private void revision(Revision<T> revision, byte[] packed) throws IOException {
    out.text(revision.key());
    labels(revision.labels());
    String uid = revision.uid();
    String version = revision.resourceVersion();
    String stored = revision.storedVersion();
    RevisionNumbers numbers = RevisionNumbers.of(uid, version, stored);
    if (numbers == null) {
      out.oneByte(TEXTS);
      out.text(uid);
      out.text(version);
      out.text(stored);
    } else {
      out.oneByte(NUMBERS);
      out.longNumber(numbers.uidHigh());
      out.longNumber(numbers.uidLow());
      out.longNumber(numbers.version());
    }
    out.bytes(packed);
  }

  private void labels(Map<String, String> labels) throws IOException {
    Integer known = labelNumbers.get(labels);
    if (known != null) {
      out.number(known);
      return;
    }
    int next = labelNumbers.size();
    if (next < LABELS) {
      labelNumbers.put(labels, next);
    }
    out.number(next);
    texts(labels);
  }

  private void texts(Map<String, String> pairs) throws IOException {
    out.number(pairs.size());
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      out.text(pair.getKey());
      out.text(Objects.requireNonNullElse(pair.getValue(), "")); // a label may have none
    }
  }
}
