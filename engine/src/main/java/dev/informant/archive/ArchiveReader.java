package dev.informant.archive;

import dev.informant.compact.CompactForm;
import dev.informant.object.Revision;
import dev.informant.store.RevisionStore;
import dev.informant.store.SavedCache;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/**
 * Reads what {@link ArchiveWriter} wrote, and refuses everything else: nothing is looked at before the
 * checksum of the whole is right. Used by one thread.
 */
final class ArchiveReader<T> {
  private final CompactForm<T> form;
  private final UnaryOperator<Revision<T>> restored;
  private final FileChannel file;
  private final DataInputStream in;
  private final long size;
  private final Map<String, String> shared = new LinkedHashMap<>();
  private Map<String, String> found = Map.of();

  /**
   * @param restored what becomes of a compact revision
   */
  ArchiveReader(FileChannel file, CompactForm<T> form, UnaryOperator<Revision<T>> restored)
      throws IOException {
    this.form = form;
    this.restored = restored;
    this.file = file;
    this.size = file.size();
    this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file), 1 << 16));
  }

  /**
   * @param identity what must be the same in the file
   * @param open the one further field, which may be anything
   */
  SavedCache<T> read(Map<String, String> identity, String open) throws IOException {
    try {
      checkWhole();
      return readAll(identity, open);
    } catch (EOFException torn) {
      throw new UnusableFileException("it ends too early");
    } catch (RuntimeException damaged) {
      throw new UnusableFileException("it is damaged");
    }
  }

  /** What the file says of itself. Only after it has been read. */
  String found(String field) {
    return found.getOrDefault(field, "");
  }

  private void checkWhole() throws IOException {
    CRC32C checksum = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    long left = size - Long.BYTES;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(left, buffer.capacity()));
      int read = file.read(buffer);
      if (read < 0) {
        throw new EOFException();
      }
      checksum.update(buffer.flip());
      left -= read;
    }
    ByteBuffer expected = ByteBuffer.allocate(Long.BYTES);
    while (expected.hasRemaining()) {
      if (file.read(expected) < 0) {
        throw new EOFException();
      }
    }
    if (expected.getLong(0) != checksum.getValue()) {
      throw new UnusableFileException("its checksum is wrong");
    }
    file.position(0);
  }

  private SavedCache<T> readAll(Map<String, String> identity, String open) throws IOException {
    if (in.readLong() != ArchiveWriter.MAGIC) {
      throw new UnusableFileException("it is no saved cache");
    }
    if (in.readInt() != ArchiveWriter.FORM) {
      throw new UnusableFileException("it was written by another version of this library");
    }
    found = texts();
    check(identity, open);
    if (!text().equals(form.compression())) {
      throw new UnusableFileException("it was compressed in another way");
    }
    String version = text();
    int count = count();
    List<byte[]> dictionaries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dictionaries.add(bytes());
    }
    form.restoreDictionaries(dictionaries);
    count = count();
    List<Revision<T>> revisions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      revisions.add(restored.apply(revision()));
    }
    if (in.readInt() != ArchiveWriter.END) {
      throw new UnusableFileException("it is damaged");
    }
    if (version.isEmpty()) {
      throw new UnusableFileException("it has no version to go on from");
    }
    return new SavedCache<>(version, new Read<>(revisions));
  }

  private void check(Map<String, String> expected, String open) throws UnusableFileException {
    for (Map.Entry<String, String> field : new TreeMap<>(expected).entrySet()) {
      if (!field.getValue().equals(found.get(field.getKey()))) {
        throw new UnusableFileException("it is of another " + field.getKey());
      }
    }
    if (!found.containsKey(open) || found.size() != expected.size() + 1) {
      throw new UnusableFileException("it is of another kind of cache");
    }
  }

  private Revision<T> revision() throws IOException {
    String key = text();
    String uid = text();
    String resourceVersion = text();
    String storedVersion = text();
    return form.restore(key, uid, resourceVersion, storedVersion, texts(), bytes());
  }

  private Map<String, String> texts() throws IOException {
    int pairs = count();
    if (pairs == 0) {
      return Map.of();
    }
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs; i++) {
      map.put(sharedText(), sharedText());
    }
    return map;
  }

  /** Labels recur; a few thousand texts are kept once. */
  private String sharedText() throws IOException {
    String text = text();
    if (shared.size() < 10_000) {
      String known = shared.putIfAbsent(text, text);
      return known == null ? text : known;
    }
    return shared.getOrDefault(text, text);
  }

  private String text() throws IOException {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private byte[] bytes() throws IOException {
    byte[] bytes = new byte[count()];
    in.readFully(bytes);
    return bytes;
  }

  /** A length or a number of things, each of which takes a byte at least. */
  private int count() throws IOException {
    int count = in.readInt();
    if (count < 0 || count > size) {
      throw new UnusableFileException("it is damaged");
    }
    return count;
  }

  private record Read<T>(List<Revision<T>> list) implements RevisionStore.Revisions<T> {
    @Override
    public int size() {
      return list.size();
    }

    @Override
    public void forEach(Consumer<? super Revision<T>> action) {
      list.forEach(action);
    }
  }
}
