package dev.informant.archive;

import dev.informant.compact.CompactForm;
import dev.informant.object.Revision;
import dev.informant.store.SavedCache;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes a cache in the form {@link ArchiveReader} reads. Used by one thread. */
/*
 * The form: MAGIC, the identity (pairs of texts, sorted), the compression's name, the cache's version, the
 * dictionaries, the objects, END, and the checksum of all before it. Numbers are big-endian, texts UTF-8 behind
 * their length.
 */
final class ArchiveWriter<T> {
  /** "informnt" and the version of the form. */
  static final long MAGIC = 0x696E666F726D6E74L;

  static final int FORM = 1;
  static final int END = 0x656E6421;

  private final CompactForm<T> form;
  private final CRC32C checksum = new CRC32C();
  private final DataOutputStream out;

  ArchiveWriter(OutputStream out, CompactForm<T> form) {
    this.form = form;
    this.out = new DataOutputStream(
        new CheckedOutputStream(new BufferedOutputStream(out, 1 << 16), checksum));
  }

  void write(Map<String, String> identity, SavedCache<T> cache) throws IOException {
    out.writeLong(MAGIC);
    out.writeInt(FORM);
    texts(new TreeMap<>(identity));
    text(form.compression());
    text(cache.resourceVersion());
    List<byte[]> dictionaries = form.dictionaries();
    out.writeInt(dictionaries.size());
    for (byte[] dictionary : dictionaries) {
      bytes(dictionary);
    }
    out.writeInt(cache.revisions().size());
    try {
      cache.revisions().forEach(this::revision);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
    out.writeInt(END);
    out.writeLong(checksum.getValue());
    out.flush();
  }

  private void revision(Revision<T> revision) {
    try {
      text(revision.key());
      text(revision.uid());
      text(revision.resourceVersion());
      text(revision.storedVersion());
      texts(revision.labels());
      bytes(form.packed(revision));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void texts(Map<String, String> pairs) throws IOException {
    out.writeInt(pairs.size());
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      text(pair.getKey());
      text(pair.getValue());
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
