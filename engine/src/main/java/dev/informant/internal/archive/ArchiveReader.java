package dev.informant.internal.archive;

import dev.informant.internal.compact.CompactArchiving;
import dev.informant.internal.compact.RestoredLabels;
import dev.informant.internal.compact.RevisionNumbers;
import dev.informant.object.Revision;
import dev.informant.store.SavedCache;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Reads what {@link ArchiveWriter} wrote, and refuses everything else: nothing is looked at before the
 * checksum of the whole is right. Used by one thread.
 */
final class ArchiveReader<T> {
  private final CompactArchiving<T> archiving;
  private final UnaryOperator<Revision<T>> restored;
  private final ArchiveBytes in;
  private final List<RestoredLabels> labels = new ArrayList<>();
  private final Map<String, String> shared = new HashMap<>();
  private Map<String, String> found = Map.of();

  /**
   * @param restored what becomes of a compact revision
   */
  ArchiveReader(
      FileChannel file, CompactArchiving<T> archiving, UnaryOperator<Revision<T>> restored)
      throws IOException {
    this.archiving = archiving;
    this.restored = restored;
    this.in = new ArchiveBytes(file);
  }

  /**
   * @param identity what must be the same in the file, which has one further field
   */
  SavedCache<T> read(Map<String, String> identity) throws IOException {
    try {
      if (!in.hasRightChecksum()) {
        throw new UnusableFileException("its checksum does not match");
      }
      return readAll(identity);
    } catch (EOFException torn) {
      throw new UnusableFileException("it ends too early");
    } catch (RuntimeException damaged) {
      throw new UnusableFileException("it is damaged: " + damaged.getClass().getName());
    }
  }

  /** What the file says of itself. Only after it has been read. */
  String found(String field) {
    return found.getOrDefault(field, "");
  }

  /** The checksum of the file. Only after it has been read. */
  long checksum() {
    return in.checksum();
  }

  private SavedCache<T> readAll(Map<String, String> identity) throws IOException {
    if (in.longNumber() != ArchiveWriter.MAGIC) {
      throw new UnusableFileException("it is not a saved cache");
    }
    if (in.number() != ArchiveWriter.FORM) {
      throw new UnusableFileException("it was written by another version of this library");
    }
    found = texts();
    check(identity);
    if (!in.text().equals(archiving.compression())) {
      throw new UnusableFileException("it was compressed with another method");
    }
    String version = in.text();
    int count = in.count();
    List<byte[]> dictionaries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dictionaries.add(in.bytes());
    }
    archiving.restoreDictionaries(dictionaries);
    count = in.count();
    List<Revision<T>> revisions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      revisions.add(restored.apply(revision()));
    }
    if (in.number() != ArchiveWriter.END) {
      throw new UnusableFileException("it is damaged");
    }
    if (version.isEmpty()) {
      throw new UnusableFileException("it has no version to resume from");
    }
    return new SavedCache<>(version, revisions);
  }

  private void check(Map<String, String> expected) throws UnusableFileException {
    for (Map.Entry<String, String> field : new TreeMap<>(expected).entrySet()) {
      if (!field.getValue().equals(found.get(field.getKey()))) {
        throw new UnusableFileException("it is of another " + field.getKey());
      }
    }
    if (found.size() != expected.size() + 1) {
      throw new UnusableFileException("it belongs to another kind of cache");
    }
  }

  private Revision<T> revision() throws IOException {
    String key = in.text();
    RestoredLabels labelled = labels();
    int kind = in.oneByte();
    if (kind == ArchiveWriter.NUMBERS) {
      long high = in.longNumber();
      long low = in.longNumber();
      RevisionNumbers numbers = new RevisionNumbers(high, low, in.longNumber());
      return archiving.restore(key, numbers, labelled, in.bytes());
    }
    if (kind != ArchiveWriter.TEXTS) {
      throw new UnusableFileException("it is damaged");
    }
    String uid = in.text();
    String resourceVersion = in.text();
    return archiving.restore(key, uid, resourceVersion, in.text(), labelled, in.bytes());
  }

  private RestoredLabels labels() throws IOException {
    int number = in.count();
    int known = labels.size();
    if (number < known) {
      return labels.get(number);
    }
    if (number != known) {
      throw new UnusableFileException("it is damaged");
    }
    RestoredLabels read = archiving.restoreLabels(texts());
    if (known < ArchiveWriter.LABELS) {
      labels.add(read);
    }
    return read;
  }

  private Map<String, String> texts() throws IOException {
    int pairs = in.count();
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
    String text = in.text();
    if (shared.size() < 10_000) {
      String known = shared.putIfAbsent(text, text);
      return known == null ? text : known;
    }
    return shared.getOrDefault(text, text);
  }
}
