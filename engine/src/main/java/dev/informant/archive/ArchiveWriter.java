package dev.informant.archive;

import dev.informant.compact.CompactForm;
import dev.informant.compact.PackedRevisions;
import dev.informant.compact.RevisionNumbers;
import dev.informant.object.Revision;
import dev.informant.store.SavedCache;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

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

  private final CompactForm<T> form;
  private final CRC32C checksum = new CRC32C();
  private final DataOutputStream out;
  private final Map<Map<String, String>, Integer> labelNumbers = new HashMap<>();

  ArchiveWriter(OutputStream out, CompactForm<T> form) {
    this.form = form;
    this.out = new DataOutputStream(
        new CheckedOutputStream(new BufferedOutputStream(out, 1 << 16), checksum));
  }

  /** Returns the checksum of what it wrote. */
  long write(Map<String, String> identity, SavedCache<T> cache) throws IOException {
    out.writeLong(MAGIC);
    out.writeInt(FORM);
    texts(new TreeMap<>(identity));
    text(form.compression());
    text(cache.resourceVersion());
    PackedRevisions<T> packed = form.pack(cache.revisions()::forEach);
    out.writeInt(packed.dictionaries().size());
    for (byte[] dictionary : packed.dictionaries()) {
      bytes(dictionary);
    }
    out.writeInt(packed.size());
    packed.forEach(this::revision);
    out.writeInt(END);
    long written = checksum.getValue();
    out.writeLong(written);
    out.flush();
    return written;
  }

  private void revision(Revision<T> revision, byte[] packed) throws IOException {
    text(revision.key());
    labels(revision.labels());
    String uid = revision.uid();
    String version = revision.resourceVersion();
    String stored = revision.storedVersion();
    RevisionNumbers numbers = RevisionNumbers.of(uid, version, stored);
    if (numbers == null) {
      out.writeByte(TEXTS);
      text(uid);
      text(version);
      text(stored);
    } else {
      out.writeByte(NUMBERS);
      out.writeLong(numbers.uidHigh());
      out.writeLong(numbers.uidLow());
      out.writeLong(numbers.version());
    }
    bytes(packed);
  }

  private void labels(Map<String, String> labels) throws IOException {
    Integer known = labelNumbers.get(labels);
    if (known != null) {
      out.writeInt(known);
      return;
    }
    int next = labelNumbers.size();
    if (next < LABELS) {
      labelNumbers.put(labels, next);
    }
    out.writeInt(next);
    texts(labels);
  }

  private void texts(Map<String, String> pairs) throws IOException {
    out.writeInt(pairs.size());
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      text(pair.getKey());
      text(Objects.requireNonNullElse(pair.getValue(), "")); // a label may have none
    }
  }

  private void text(String text) throws IOException {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
