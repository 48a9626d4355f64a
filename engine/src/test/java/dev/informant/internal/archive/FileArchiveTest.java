package dev.informant.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.TestBytes;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.internal.compact.ObjectBytes;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.Revision;
import dev.informant.store.SavedCache;
import dev.informant.testing.TestObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class FileArchiveTest {
  private static final Map<String, String> CONTENT =
      Map.of("label selector", "app=web", "cacheVersion", "");

  @TempDir
  Path directory;

  private Path file() {
    return directory.resolve("caches").resolve("pods.cache");
  }

  /**
   * A server.
   *
   * @param uid null if it does not answer
   */
  private record Server(String address, @Nullable String uid) implements Origin {
    @Override
    public CompletableFuture<String> identity() {
      return uid == null
          ? CompletableFuture.failedFuture(new IOException("no answer"))
          : CompletableFuture.completedFuture(uid);
    }
  }

  private FileArchive<TestObject> archive(
      CompactForm<TestObject> form, Map<String, String> content, Origin origin) {
    return new FileArchive<>(
        "pods", file(), content, origin, form, UnaryOperator.identity(), Runnable::run);
  }

  private FileArchive<TestObject> archive(CompactForm<TestObject> form) {
    return archive(form, CONTENT, new Server("here", "one"));
  }

  private static TestObject object(int number) {
    return TestObject.of("ns-" + number % 3, "web-" + number)
        .withUid(number % 5 == 0 ? "odd" : new UUID(7, number).toString())
        .withResourceVersion("" + (number + 1))
        .withLabels(Map.of("app", "web", "shard", "" + number % 4))
        .withData("the quick brown fox " + number + " jumps over the lazy dog, ä€");
  }

  private static SavedCache<TestObject> cache(CompactForm<TestObject> form, int objects) {
    SnapshotIndexer<TestObject> store =
        SnapshotIndexer.builder(TestObject.ACCESSOR).form(form).build();
    List<TestObject> all = new ArrayList<>();
    for (int number = 0; number < objects; number++) {
      all.add(object(number));
    }
    store.replace(all, "4711");
    return store.saved();
  }

  private void save(int objects) throws IOException {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    archive(form).save(cache(form, objects));
  }

  private Optional<SavedCache<TestObject>> load() {
    return archive(TestBytes.compactObjects()).load().join();
  }

  @Test
  void whatWasSavedComesBack() throws IOException {
    save(250); // enough for a dictionary
    SavedCache<TestObject> loaded = load().orElseThrow();
    assertThat(loaded.resourceVersion()).isEqualTo("4711");
    Map<String, TestObject> objects = new HashMap<>();
    loaded.revisions().forEach(revision -> {
      TestObject object = revision.object();
      assertThat(revision.uid()).isEqualTo(object.uid());
      assertThat(revision.resourceVersion()).isEqualTo(object.resourceVersion());
      assertThat(revision.labels()).isEqualTo(object.labels());
      objects.put(revision.key(), object);
    });
    assertThat(objects).hasSize(250);
    for (int number = 0; number < 250; number++) {
      assertThat(objects).containsValue(object(number));
    }
  }

  @Test
  void aCacheOfObjectsIsWrittenWithADictionaryToo() throws IOException {
    CompactForm<TestObject> files = TestBytes.compactObjects();
    SnapshotIndexer<TestObject> store =
        SnapshotIndexer.builder(TestObject.ACCESSOR).build();
    for (int number = 0; number < 300; number++) {
      store.add(object(number));
    }
    archive(files).save(store.saved());
    assertThat(files.archiving().dictionaries()).isNotEmpty();
    List<String> keys = new ArrayList<>();
    load().orElseThrow().revisions().forEach(revision -> {
      keys.add(revision.key());
      assertThat(revision.object().name()).isEqualTo(revision.key().split("/")[1]);
    });
    assertThat(keys).hasSize(300);
  }

  @Test
  void differentLabelsWithTheSameHashAndSizeComeBackAsTheyWere() throws IOException {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    SnapshotIndexer<TestObject> store =
        SnapshotIndexer.builder(TestObject.ACCESSOR).form(form).build();
    Map<String, Map<String, String>> labels = new HashMap<>();
    for (int number = 0; number < 6; number++) {
      Map<String, String> some = number % 2 == 0 ? Map.of("app", "app") : Map.of("x", "x");
      store.add(object(number).withLabels(some));
      labels.put(TestObject.ACCESSOR.key(object(number)), some);
    }
    archive(form).save(new SavedCache<>("4711", store.saved().revisions()));
    Map<String, Map<String, String>> loaded = new HashMap<>();
    load().orElseThrow().revisions().forEach(one -> loaded.put(one.key(), one.labels()));
    assertThat(loaded).isEqualTo(labels);
  }

  /** A form that trains only when somebody runs what it has queued. */
  private static CompactForm<TestObject> trainedLater(Deque<Runnable> trainings) {
    return CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .trainer(trainings::add)
        .build();
  }

  /** The same cache, whose walk is interrupted by what others do meanwhile. */
  private static SavedCache<TestObject> interrupted(
      SavedCache<TestObject> cache, int at, Runnable meanwhile) {
    return new SavedCache<>(
        cache.resourceVersion(), new AbstractCollection<Revision<TestObject>>() {
          private int walked;

          @Override
          public int size() {
            return cache.revisions().size();
          }

          @Override
          public Iterator<Revision<TestObject>> iterator() {
            return cache.revisions().stream()
                .peek(revision -> {
                  if (walked++ == at) {
                    meanwhile.run();
                  }
                })
                .iterator();
          }
        });
  }

  @Test
  void aDictionaryTrainedWhileACacheIsSavedDoesNotSpoilTheFile() throws IOException {
    int objects = 300;
    for (int at = 0;
        at < 2 * objects;
        at += 50) { // the walk in which it is trained on, and the next
      Deque<Runnable> trainings = new ArrayDeque<>();
      CompactForm<TestObject> form = trainedLater(trainings);
      SavedCache<TestObject> cache = cache(form, objects);
      assertThat(trainings).isNotEmpty();
      archive(form).save(interrupted(cache, at, () -> {
        while (!trainings.isEmpty()) {
          trainings.poll().run();
        }
      }));
      assertThat(form.archiving().dictionaries()).isNotEmpty();
      List<TestObject> loaded = new ArrayList<>();
      load().orElseThrow().revisions().forEach(revision -> loaded.add(revision.object()));
      assertThat(loaded).as("trained at %d", at).hasSize(objects);
    }
  }

  @Test
  void onlyDictionariesThatAreUsedAreSaved() throws IOException {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    List<byte[]> dictionaries = new ArrayList<>();
    for (String text : List.of("\0the lazy dog", "\0the quick brown fox", "\0jumps over")) {
      dictionaries.add(text.getBytes(StandardCharsets.UTF_8));
    }
    form.archiving().restoreDictionaries(dictionaries);
    archive(form).save(cache(form, 20)); // packed with the last of them
    CompactForm<TestObject> next = TestBytes.compactObjects();
    List<TestObject> loaded = new ArrayList<>();
    archive(next).load().join().orElseThrow().revisions().forEach(one -> loaded.add(one.object()));
    assertThat(loaded).hasSize(20).contains(object(7));
    assertThat(next.archiving().dictionaries()).containsExactly(dictionaries.get(2));
  }

  @Test
  void anEmptyCacheIsACacheToo() throws IOException {
    save(0);
    assertThat(load().orElseThrow().revisions().size()).isZero();
  }

  @Test
  void withoutAFileThereIsNothingAndNobodyIsAsked() {
    Origin silent = new Origin() {
      @Override
      public String address() {
        throw new AssertionError("asked");
      }

      @Override
      public CompletableFuture<String> identity() {
        throw new AssertionError("asked");
      }
    };
    assertThat(archive(TestBytes.compactObjects(), CONTENT, silent).load().join())
        .isEmpty();
  }

  @Test
  void aFileTornAnywhereIsNotUsed() throws IOException {
    save(20);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), java.util.Arrays.copyOf(whole, length));
      assertThat(load()).as("of %d bytes the first %d", whole.length, length).isEmpty();
    }
    Files.write(file(), java.util.Arrays.copyOf(whole, whole.length + 1));
    assertThat(load()).as("a byte too many").isEmpty();
    Files.write(file(), whole);
    assertThat(load()).isPresent();
  }

  @Test
  void aFileDamagedAnywhereIsNotUsed() throws IOException {
    save(20);
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length; at += 3) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      Files.write(file(), damaged);
      assertThat(load()).as("byte %d of %d", at, whole.length).isEmpty();
    }
  }

  private FileArchive<TestObject> at(Origin origin) {
    return archive(TestBytes.compactObjects(), CONTENT, origin);
  }

  @Test
  void aFileOfAnotherCacheIsNotUsed() throws IOException {
    save(3);
    Server server = new Server("here", "one");
    for (String field : CONTENT.keySet()) {
      Map<String, String> other = new HashMap<>(CONTENT);
      other.put(field, "another");
      assertThat(archive(TestBytes.compactObjects(), other, server).load().join())
          .as(field)
          .isEmpty();
    }
    Map<String, String> less = Map.of("label selector", "app=web");
    assertThat(archive(TestBytes.compactObjects(), less, server).load().join()).isEmpty();
    assertThat(at(new Server("here", "two")).load().join()).isEmpty();
  }

  @Test
  void aServerThatIsReachedInAnotherWayIsTheSame() throws IOException {
    save(3);
    FileArchive<TestObject> archive = at(new Server("elsewhere", "one"));
    assertThat(archive.load().join()).isPresent();
    assertThat(archive.isOfThisServer()).isCompletedWithValue(true);
  }

  @Test
  void whileTheServerIsSilentAFileOfItsAddressIsUsedAndNoOther() throws IOException {
    save(3);
    assertThat(at(new Server("here", null)).load().join()).isPresent();
    assertThat(at(new Server("elsewhere", null)).load().join()).isEmpty();
    assertThat(archive(
                TestBytes.compactObjects(),
                Map.of("label selector", "app=db", "cacheVersion", ""),
                new Server("here", null))
            .load()
            .join())
        .isEmpty();
  }

  @Test
  void whoseItIsIsComparedWhenTheServerAnswers() throws IOException {
    save(3);
    for (String identity : List.of("one", "two")) {
      Deque<Server> answers =
          new ArrayDeque<>(List.of(new Server("here", null), new Server("here", null)));
      Server last = new Server("here", identity);
      FileArchive<TestObject> archive = at(new Origin() {
        @Override
        public String address() {
          return "here";
        }

        @Override
        public CompletableFuture<String> identity() {
          return (answers.isEmpty() ? last : answers.poll()).identity();
        }
      });
      assertThat(archive.load().join()).isPresent();
      assertThat(archive.isOfThisServer()).isCompletedExceptionally();
      assertThat(archive.isOfThisServer()).isCompletedWithValue(identity.equals("one"));
    }
  }

  @Test
  void withoutAnIdentityNothingIsSaved() throws IOException {
    save(3);
    byte[] before = Files.readAllBytes(file());
    CompactForm<TestObject> form = TestBytes.compactObjects();
    FileArchive<TestObject> unknown = archive(form, CONTENT, new Server("here", null));
    assertThatThrownBy(() -> unknown.save(cache(form, 5))).isInstanceOf(IOException.class);
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void aFileCompressedInAnotherWayIsNotUsed() throws IOException {
    save(3);
    Compression other = new Compression() {
      @Override
      public String name() {
        return "other";
      }

      @Override
      public Coder coder(byte[] dictionary) {
        return Compression.deflate().coder(dictionary);
      }

      @Override
      public byte[] train(List<byte[]> samples) {
        return null;
      }
    };
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .compression(other)
        .build();
    assertThat(archive(form).load().join()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void onlyTheOwnerMayReadIt() throws IOException {
    save(3);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatOthersMayWriteOrALinkIsNotUsed() throws IOException {
    save(3);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw----"));
    assertThat(load()).isEmpty();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    assertThat(load()).isPresent();
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(file(), elsewhere);
    Files.createSymbolicLink(file(), elsewhere);
    assertThat(load()).isEmpty();
  }

  @Test
  void aSaveThatBreaksOffLeavesTheOldFile() throws IOException {
    save(3);
    byte[] before = Files.readAllBytes(file());
    ObjectBytes<TestObject> breaking = new ObjectBytes<>() {
      private int written;

      @Override
      public byte[] write(TestObject object) {
        if (++written == 4_000) { // when much of the file has been written
          throw new IllegalStateException("breaks off");
        }
        return TestBytes.OBJECTS.write(object);
      }

      @Override
      public TestObject read(byte[] bytes) {
        return TestBytes.OBJECTS.read(bytes);
      }
    };
    CompactForm<TestObject> form =
        CompactForm.builder(TestObject.ACCESSOR, breaking).dictionaries(false).build();
    SavedCache<TestObject> cache = cache(TestBytes.compactObjects(), 5_000);
    assertThatThrownBy(() -> archive(form).save(cache)).hasMessage("breaks off");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
    try (var files = Files.list(file().getParent())) {
      assertThat(files).containsExactly(file());
    }
  }

  private Path versionFile() {
    return file().resolveSibling("pods.cache.version");
  }

  private FileArchive<TestObject> savedAt4711() throws IOException {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    FileArchive<TestObject> archive = archive(form);
    archive.save(cache(form, 3));
    return archive;
  }

  @Test
  void aVersionThatMovedOnAloneComesBackWithTheObjects() throws IOException {
    FileArchive<TestObject> archive = savedAt4711();
    byte[] objects = Files.readAllBytes(file());
    assertThat(archive.saveVersion("5000")).isTrue();
    assertThat(archive.saveVersion("6000")).isTrue();
    assertThat(Files.readAllBytes(file())).isEqualTo(objects);
    SavedCache<TestObject> loaded = load().orElseThrow();
    assertThat(loaded.resourceVersion()).isEqualTo("6000");
    assertThat(loaded.revisions().size()).isEqualTo(3);
  }

  @Test
  void whoHasLoadedACacheCanMoveItsVersionOn() throws IOException {
    save(3);
    FileArchive<TestObject> archive = archive(TestBytes.compactObjects());
    assertThat(archive.saveVersion("5000")).as("before it is loaded").isFalse();
    assertThat(archive.load().join()).isPresent();
    assertThat(archive.saveVersion("5000")).isTrue();
    assertThat(load().orElseThrow().resourceVersion()).isEqualTo("5000");
  }

  @Test
  void aVersionOfAFileThatWasReplacedSaysNothing() throws IOException {
    FileArchive<TestObject> archive = savedAt4711();
    save(4); // as another process does
    archive.saveVersion("5000");
    assertThat(load().orElseThrow().resourceVersion()).isEqualTo("4711");
  }

  @Test
  void aSaveTakesTheVersionThatHadMovedOnAway() throws IOException {
    FileArchive<TestObject> archive = savedAt4711();
    archive.saveVersion("5000");
    assertThat(versionFile()).exists();
    save(4);
    assertThat(versionFile()).doesNotExist();
  }

  @Test
  void aDamagedVersionLeavesThatOfTheObjects() throws IOException {
    savedAt4711().saveVersion("5000");
    byte[] bytes = Files.readAllBytes(versionFile());
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(versionFile(), damaged);
      assertThat(load().orElseThrow().resourceVersion()).as("byte " + at).isEqualTo("4711");
    }
    Files.write(versionFile(), new byte[0]);
    assertThat(load().orElseThrow().resourceVersion()).isEqualTo("4711");
  }

  @Test
  void aLaterVersionOfAFileWithTheSameChecksumAndAnotherVersionSaysNothing() throws IOException {
    savedAt4711().saveVersion("5000");
    byte[] bytes = Files.readAllBytes(versionFile());
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("4711")] = '3';
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - Long.BYTES);
    ByteBuffer.wrap(bytes).putLong(bytes.length - Long.BYTES, checksum.getValue());
    Files.write(versionFile(), bytes);
    assertThat(load().orElseThrow().resourceVersion()).isEqualTo("4711");
  }

  @Test
  void theFileOfAnotherServerIsNotGivenALaterVersion() throws IOException {
    save(3);
    FileArchive<TestObject> archive =
        archive(TestBytes.compactObjects(), CONTENT, new Answering("here", "another"));
    assertThat(archive.load().join()).isPresent();
    assertThat(archive.isOfThisServer().join()).isFalse();
    assertThat(archive.saveVersion("5000")).isFalse();
  }

  @Test
  void whatIsDeletedLeavesNothing() throws IOException {
    FileArchive.delete(file()); // there is not even a directory
    savedAt4711().saveVersion("5000");
    Files.writeString(file().resolveSibling("pods.cache-1.new"), "half");
    Path other = Files.writeString(file().resolveSibling("nodes.cache"), "another's");
    FileArchive.delete(file());
    try (Stream<Path> left = Files.list(file().getParent())) {
      assertThat(left).containsExactly(other);
    }
  }

  /** Answers from the second time on. */
  private static final class Answering implements Origin {
    private final String address;
    private final String uid;
    private boolean asked;

    Answering(String address, String uid) {
      this.address = address;
      this.uid = uid;
    }

    @Override
    public String address() {
      return address;
    }

    @Override
    public CompletableFuture<String> identity() {
      if (!asked) {
        asked = true;
        return CompletableFuture.failedFuture(new IOException("no answer"));
      }
      return CompletableFuture.completedFuture(uid);
    }
  }
}
