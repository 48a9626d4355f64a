package dev.informant.kubernetes.internal.fast.plan;

import dev.informant.kubernetes.internal.model.ModelClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What was written down about the classes of the models when this library was built: looking at them is a good part of
 * what the start of a process costs. A record counts only for the very class file it was made of; of any other class there
 * is none. Thread-safe.
 */
public final class ModelRecords {
  /** Nothing is known of any class. */
  public static final ModelRecords NONE = new ModelRecords(name -> "");

  /** Those that came with this library. */
  public static final ModelRecords SHIPPED = new ModelRecords(ModelRecords::shipped);

  private final UnaryOperator<String> texts;
  private final Map<String, Map<String, String>> packages = new HashMap<>(); // guarded by this

  /**
   * @param texts what is known of the classes of a package
   */
  ModelRecords(UnaryOperator<String> texts) {
    this.texts = texts;
  }

  /** The record of a class, which was loaded together with this one; null if there is none. */
  @Nullable
  ModelRecord of(Class<?> type) {
    if (!ModelClasses.contains(type)
        || type.getClassLoader() != ModelRecords.class.getClassLoader()) {
      return null;
    }
    String text = inPackage(type.getPackageName()).get(nameInPackage(type));
    if (text == null) {
      return null;
    }
    ModelRecord record = ModelRecord.parse(text);
    return record.checksum() == checksum(type) ? record : null;
  }

  static String nameInPackage(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1);
  }

  /** The name of the text in which the classes of a package are, beside this class. */
  static String file(String name) {
    return "models/" + name + ".txt";
  }

  private synchronized Map<String, String> inPackage(String name) {
    return packages.computeIfAbsent(name, absent -> byClass(texts.apply(name)));
  }

  static String shipped(String packageName) {
    try (InputStream in = ModelRecords.class.getResourceAsStream(file(packageName))) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Each class has a line with its name, then its record, then an empty line. */
  private static Map<String, String> byClass(String text) {
    Map<String, String> records = new HashMap<>();
    int from = 0;
    for (int to = text.indexOf("\n\n"); to >= 0; to = text.indexOf("\n\n", from)) {
      int line = text.indexOf('\n', from);
      records.put(text.substring(from, line), text.substring(line + 1, to));
      from = to + 2;
    }
    return records;
  }

  /** Of the file the class was loaded from; -1 if it is not there to be read. */
  static long checksum(Class<?> type) {
    try (InputStream in = type.getResourceAsStream(nameInPackage(type) + ".class")) {
      if (in == null) {
        return -1;
      }
      CRC32 sum = new CRC32();
      sum.update(in.readAllBytes());
      return sum.getValue();
    } catch (IOException unreadable) {
      return -1;
    }
  }
}
