package dev.informant.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.TestBytes;
import dev.informant.compact.CompactForm;
import dev.informant.compact.Compression;
import dev.informant.object.Revision;
import dev.informant.store.RevisionStore;
import dev.informant.store.SavedCache;
import dev.informant.testing.TestObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a saved cache looks like in its file, byte by byte. */
final class ArchiveFormTest {
  private static final Map<String, String> IDENTITY = Map.of("cluster", "one", "model", "pods");

  /** Two objects and a dictionary, as the present FORM has them. */
  private static final String FILE =
      "696e666f726d6e74000000020000000200000007636c7573746572000000036f6e65000000056d6f"
          + "64656c00000004706f647300000007636f7079696e670000000434373131000000010000000b0064"
          + "696374696f6e61727900000002000000046e732f610000002430303030303030302d303030302d30"
          + "3030312d303030302d30303030303030303030303200000001370000000137000000010000000361"
          + "7070000000037765620000004801460000000500026e73000161002430303030303030302d303030"
          + "302d303030312d303030302d3030303030303030303030320001370002c3a4000000020003617070"
          + "0003776562000000046e732f62000000036f646400000001390000000138000000000000001b0119"
          + "0000000500026e7300016200036f6464000138000000000000656e642100000000a46861c9";

  private static final TestObject PLAIN = TestObject.of("ns", "a")
      .withUid(new UUID(1, 2).toString())
      .withResourceVersion("7")
      .withLabels(Map.of("app", "web"))
      .withData("ä");
  private static final TestObject ODD =
      TestObject.of("ns", "b").withUid("odd").withResourceVersion("8").withData("");

  @TempDir
  Path directory;

  /** Leaves everything as it is, so that no library's version shows in the bytes. */
  private static final Compression COPYING = new Compression() {
    @Override
    public String name() {
      return "copying";
    }

    @Override
    public Coder coder(byte[] dictionary) {
      return new Coder() {
        @Override
        public byte[] dictionary() {
          return dictionary;
        }

        @Override
        public int bound(int length) {
          return length;
        }

        @Override
        public int compress(byte[] source, byte[] target, int at) {
          System.arraycopy(source, 0, target, at, source.length);
          return source.length;
        }

        @Override
        public void decompress(byte[] source, int from, byte[] target) {
          System.arraycopy(source, from, target, 0, target.length);
        }
      };
    }

    @Override
    public byte[] train(List<byte[]> samples) {
      throw new AssertionError("nobody is to be trained");
    }
  };

  private static CompactForm<TestObject> form() {
    return CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .compression(COPYING)
        .build();
  }

  private record Held(List<Revision<TestObject>> list)
      implements RevisionStore.Revisions<TestObject> {
    @Override
    public int size() {
      return list.size();
    }

    @Override
    public void forEach(Consumer<? super Revision<TestObject>> action) {
      list.forEach(action);
    }
  }

  private static byte[] written() throws IOException {
    CompactForm<TestObject> form = form();
    form.restoreDictionaries(List.of("\0dictionary".getBytes(StandardCharsets.UTF_8)));
    Held held = new Held(List.of(
        form.hold(PLAIN.uid(), PLAIN.resourceVersion(), PLAIN, null),
        form.hold(ODD.uid(), "9", ODD, null)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ArchiveWriter<>(out, form).write(IDENTITY, new SavedCache<>("4711", held));
    return out.toByteArray();
  }

  private SavedCache<TestObject> read(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("saved"), bytes);
    try (FileChannel channel = FileChannel.open(file)) {
      return new ArchiveReader<>(channel, form(), UnaryOperator.identity())
          .read(Map.of("model", "pods"), "cluster");
    }
  }

  @Test
  void aFileIsWrittenAsItsFormSays() throws IOException {
    assertThat(HexFormat.of().formatHex(written()))
        .as(
            "the form of saved caches has changed: raise ArchiveWriter.FORM, then pin the new bytes")
        .isEqualTo(FILE);
  }

  @Test
  void aFileOfThisFormIsRead() throws IOException {
    SavedCache<TestObject> cache = read(HexFormat.of().parseHex(FILE));
    assertThat(cache.resourceVersion()).isEqualTo("4711");
    List<Revision<TestObject>> revisions = new ArrayList<>();
    cache.revisions().forEach(revisions::add);
    assertThat(revisions).extracting(Revision::object).containsExactly(PLAIN, ODD);
    assertThat(revisions).extracting(Revision::key).containsExactly("ns/a", "ns/b");
    assertThat(revisions).extracting(Revision::uid).containsExactly(PLAIN.uid(), "odd");
    assertThat(revisions).extracting(Revision::resourceVersion).containsExactly("7", "9");
    assertThat(revisions).extracting(Revision::storedVersion).containsExactly("7", "8");
    assertThat(revisions).extracting(Revision::labels).containsExactly(PLAIN.labels(), Map.of());
  }

  @Test
  void aFileOfAnotherFormIsRefusedAsSuch() throws IOException {
    byte[] bytes = written();
    ByteBuffer file = ByteBuffer.wrap(bytes);
    file.putInt(Long.BYTES, ArchiveWriter.FORM + 1);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - Long.BYTES);
    file.putLong(bytes.length - Long.BYTES, checksum.getValue());
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(UnusableFileException.class)
        .hasMessageContaining("another version of this library");
  }
}
