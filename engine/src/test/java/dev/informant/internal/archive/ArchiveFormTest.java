package dev.informant.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.TestBytes;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
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
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a saved cache looks like in its file, byte by byte. */
final class ArchiveFormTest {
  private static final Map<String, String> IDENTITY = Map.of("cluster", "one", "model", "pods");

  /** Three objects, two of them with the same labels, and a dictionary, as the present FORM has them. */
  private static final String FILE =
      "696e666f726d6e74000000030000000200000007636c7573746572000000036f6e65000000056d6f"
          + "64656c00000004706f647300000007636f7079696e670000000434373131000000010000000b0064"
          + "696374696f6e61727900000003000000046e732f6100000000000000010000000361707000000003"
          + "77656200000000000000000100000000000000020000000000000007000000480146000000050002"
          + "6e73000161002430303030303030302d303030302d303030312d303030302d303030303030303030"
          + "3030320001370002c3a40000000200036170700003776562000000046e732f620000000100000000"
          + "01000000036f6464000000013900000001380000001b01190000000500026e7300016200036f6464"
          + "000138000000000000000000046e732f610000000000fffffffffffffffffffffffffffffffe0000"
          + "0000000000070000004801460000000500026e73000161002466666666666666662d666666662d66"
          + "6666662d666666662d6666666666666666666666650001370002c3a4000000020003617070000377"
          + "6562656e6421000000001e1a1afe";

  private static final TestObject PLAIN = TestObject.of("ns", "a")
      .withUid(new UUID(1, 2).toString())
      .withResourceVersion("7")
      .withLabels(Map.of("app", "web"))
      .withData("ä");
  private static final TestObject TWIN = PLAIN.withUid(new UUID(-1, -2).toString());
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

  private static byte[] written() throws IOException {
    CompactForm<TestObject> form = form();
    form.archiving().restoreDictionaries(List.of("\0dictionary".getBytes(StandardCharsets.UTF_8)));
    List<Revision<TestObject>> held = List.of(
        form.hold(PLAIN.uid(), PLAIN.resourceVersion(), PLAIN, null),
        form.hold(ODD.uid(), "9", ODD, null),
        form.hold(TWIN.uid(), TWIN.resourceVersion(), TWIN, null));
    return written(form, held);
  }

  private static byte[] written(CompactForm<TestObject> form, List<Revision<TestObject>> held)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ArchiveWriter<>(out, form.archiving()).write(IDENTITY, new SavedCache<>("4711", held));
    return out.toByteArray();
  }

  private SavedCache<TestObject> read(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("saved"), bytes);
    try (FileChannel channel = FileChannel.open(file)) {
      return new ArchiveReader<>(channel, form().archiving(), UnaryOperator.identity())
          .read(Map.of("model", "pods"));
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
    assertThat(revisions).extracting(Revision::object).containsExactly(PLAIN, ODD, TWIN);
    assertThat(revisions).extracting(Revision::key).containsExactly("ns/a", "ns/b", "ns/a");
    assertThat(revisions).extracting(Revision::uid).containsExactly(PLAIN.uid(), "odd", TWIN.uid());
    assertThat(revisions).extracting(Revision::resourceVersion).containsExactly("7", "9", "7");
    assertThat(revisions).extracting(Revision::storedVersion).containsExactly("7", "8", "7");
    assertThat(revisions)
        .extracting(Revision::labels)
        .containsExactly(PLAIN.labels(), Map.of(), PLAIN.labels());
    assertThat(revisions.get(2).labels()).isSameAs(revisions.get(0).labels());
  }

  @Test
  void textsAreReadWhateverTheirLength() throws IOException {
    CompactForm<TestObject> form = form();
    List<Revision<TestObject>> held = new ArrayList<>();
    List<TestObject> objects = new ArrayList<>();
    List<String> versions = new ArrayList<>();
    for (int length : new int[] {1, 100, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000, 3}) {
      TestObject object = PLAIN.withData("x".repeat(Math.min(length, 65_535)));
      objects.add(object);
      versions.add("ä".repeat(length));
      held.add(form.hold(object.uid(), "ä".repeat(length), object, null));
    }
    List<TestObject> found = new ArrayList<>();
    List<String> said = new ArrayList<>();
    read(written(form, held)).revisions().forEach(revision -> {
      found.add(revision.object());
      said.add(revision.resourceVersion());
    });
    assertThat(said).isEqualTo(versions);
    assertThat(found).isEqualTo(objects);
  }

  @Test
  void labelsOfMoreKindsThanAreNumberedAreRead() throws IOException {
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .compression(COPYING)
        .dictionaries(false)
        .build();
    List<Revision<TestObject>> held = new ArrayList<>();
    int sets = ArchiveWriter.LABELS + 3;
    for (int i = 0; i < 2 * sets; i++) {
      TestObject object = PLAIN.withLabels(Map.of("app", "app-" + i % sets));
      held.add(form.hold(object.uid(), "7", object, null));
    }
    List<Map<String, String>> found = new ArrayList<>();
    read(written(form, held)).revisions().forEach(each -> found.add(each.labels()));
    assertThat(found).isEqualTo(held.stream().map(Revision::labels).toList());
  }

  @Test
  void aLabelWithoutAValueDoesNotKeepACacheFromBeingSaved() throws IOException {
    ObjectAccessor<TestObject> careless = new ObjectAccessor<>() {
      @Override
      public String namespace(TestObject object) {
        return object.namespace();
      }

      @Override
      public String name(TestObject object) {
        return object.name();
      }

      @Override
      public String uid(TestObject object) {
        return object.uid();
      }

      @Override
      public String resourceVersion(TestObject object) {
        return object.resourceVersion();
      }

      @Override
      public Map<String, String> labels(TestObject object) {
        Map<String, String> labels = new HashMap<>();
        labels.put("app", null);
        return labels;
      }
    };
    CompactForm<TestObject> form =
        CompactForm.builder(careless, TestBytes.OBJECTS).compression(COPYING).build();
    List<Revision<TestObject>> held = List.of(form.hold(PLAIN.uid(), "7", PLAIN, null));
    List<Map<String, String>> found = new ArrayList<>();
    read(written(form, held)).revisions().forEach(each -> found.add(each.labels()));
    assertThat(found).containsExactly(Map.of("app", ""));
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
