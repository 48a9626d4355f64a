package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.TestBytes;
import dev.informant.object.Revision;
import dev.informant.testing.TestObject;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class CompactFormTest {
  private int reads;

  private final ObjectBytes<TestObject> counting = new ObjectBytes<>() {
    @Override
    public byte[] write(TestObject object) {
      return TestBytes.OBJECTS.write(object);
    }

    @Override
    public TestObject read(byte[] bytes) {
      reads++;
      return TestBytes.OBJECTS.read(bytes);
    }
  };

  private static TestObject like(String family, int number) {
    return TestObject.of("default", "web-" + number)
        .withUid(new UUID(number, number * 31L).toString())
        .withResourceVersion(Integer.toString(number + 1))
        .withLabels(Map.of("app", family))
        .withData(new String(DeflateCompressionTest.pod(number), StandardCharsets.UTF_8) + family);
  }

  private static TestObject strange(int number) {
    Random random = new Random(number / 50);
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      data.append(Long.toHexString(random.nextLong()));
    }
    return like("strange", number).withData(data.toString());
  }

  private static Revision<TestObject> hold(CompactForm<TestObject> form, TestObject object) {
    return form.hold(object.uid(), object.resourceVersion(), object, null);
  }

  private static int packed(CompactForm<TestObject> form, Revision<TestObject> revision) {
    return form.archiving().packed(revision).length;
  }

  @Test
  void identityAndLabelsAreAnsweredWithoutReadingTheObject() {
    CompactForm<TestObject> form =
        CompactForm.builder(TestObject.ACCESSOR, counting).build();
    TestObject object = like("web", 7);
    Revision<TestObject> revision = hold(form, object);
    assertThat(revision.key()).isEqualTo("default/web-7");
    assertThat(revision.uid()).isEqualTo(object.uid());
    assertThat(revision.resourceVersion()).isEqualTo("8");
    assertThat(revision.storedVersion()).isEqualTo("8");
    assertThat(revision.labels()).isEqualTo(Map.of("app", "web"));
    assertThat(revision.labels().get("none")).isNull();
    assertThat(revision).hasToString("default/web-7@8");
    assertThat(reads).isZero();
    assertThat(revision.object()).isEqualTo(object);
    assertThat(reads).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "not-a-uuid, 12",
    "00000000-0000-0001-0000-00000000001F, 12",
    "00000000-0000-0001-0000-00000000001f, 012",
    "00000000-0000-0001-0000-00000000001f, 0",
    "00000000-0000-0001-0000-00000000001f, 9223372036854775808",
    "00000000-0000-0001-0000-00000000001f, a1b2",
    "0-0-1-0-1f, 12",
  })
  void textsThatAreNoNumbersComeBackAsTheyWere(String uid, String version) {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    TestObject object = like("web", 1);
    Revision<TestObject> revision = form.hold(uid, version, object, null);
    assertThat(revision.uid()).isEqualTo(uid);
    assertThat(revision.resourceVersion()).isEqualTo(version);
    assertThat(revision.storedVersion()).isEqualTo("2"); // what the object itself says
  }

  @Test
  void eachReadMakesAnObjectOfItsOwn() {
    Revision<TestObject> revision = hold(TestBytes.compactObjects(), like("web", 1));
    assertThat(revision.object()).isNotSameAs(revision.object()).isEqualTo(revision.object());
  }

  @Test
  void objectsReadLatelyAreReadOnceIfThatIsWanted() {
    CompactForm<TestObject> form =
        CompactForm.builder(TestObject.ACCESSOR, counting).recentlyRead(16).build();
    Revision<TestObject> revision = hold(form, like("web", 1));
    assertThat(revision.object()).isSameAs(revision.object());
    assertThat(reads).isEqualTo(1);
    Revision<TestObject> newer = hold(form, like("web", 1).withData("newer"));
    assertThat(newer.object().data()).isEqualTo("newer");
    assertThat(revision.object().data()).isNotEqualTo("newer");
  }

  @Test
  void anObjectReadLatelyLosesItsPlaceToTheNextThatIsReadThere() {
    CompactForm<TestObject> form =
        CompactForm.builder(TestObject.ACCESSOR, counting).recentlyRead(1).build();
    Revision<TestObject> one = hold(form, like("web", 1));
    TestObject before = one.object();
    hold(form, like("web", 2)).object();
    assertThat(one.object()).isEqualTo(before).isNotSameAs(before);
    assertThat(reads).isEqualTo(3);
  }

  @Test
  void bytesOfTheSourceAreTakenAsTheyAre() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    TestObject object = like("web", 1);
    byte[] bytes = TestBytes.OBJECTS.write(object.withData("as received"));
    Revision<TestObject> revision = form.hold(object.uid(), "2", object, bytes);
    assertThat(revision.object().data()).isEqualTo("as received");
  }

  @Test
  void theFirstObjectsMakeADictionaryAndAreThenPackedWithIt() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    List<Revision<TestObject>> held = new ArrayList<>();
    int first = 0;
    for (int number = 0; number < DictionarySchedule.FEW; number++) {
      held.add(hold(form, like("web", number)));
      first = number == 0 ? packed(form, held.get(0)) : first;
    }
    assertThat(form.archiving().dictionaries()).hasSize(1);
    assertThat(packed(form, held.get(0))).isLessThan(first / 2);
    for (int number = 0; number < held.size(); number++) {
      assertThat(held.get(number).object()).isEqualTo(like("web", number));
    }
  }

  @Test
  void objectsThatChangeTheirKindOfContentGetANewDictionary() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    List<Revision<TestObject>> held = new ArrayList<>();
    int number = 0;
    for (; number < 8 * DictionarySchedule.WINDOW; number++) {
      held.add(hold(form, like("web", number)));
    }
    int before = form.archiving().dictionaries().size();
    for (; number < 14 * DictionarySchedule.WINDOW; number++) {
      held.add(hold(form, strange(number)));
    }
    assertThat(form.archiving().dictionaries().size()).isGreaterThan(before);
    assertThat(held.get(5).object()).isEqualTo(like("web", 5));
    assertThat(held.get(number - 1).object()).isEqualTo(strange(number - 1));
  }

  @Test
  void objectsThatStayAsTheyAreKeepTheirDictionary() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    for (int number = 0; number < 12 * DictionarySchedule.WINDOW; number++) {
      hold(form, like("web", number));
    }
    assertThat(form.archiving().dictionaries().size()).isBetween(1, 2);
  }

  @Test
  void nobodyWaitsForTheTraining() {
    Queue<Runnable> later = new ArrayDeque<>();
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .trainer(later::add)
        .build();
    List<Revision<TestObject>> held = new ArrayList<>();
    for (int number = 0; number < 3 * DictionarySchedule.FEW; number++) {
      held.add(hold(form, like("web", number)));
    }
    assertThat(form.archiving().dictionaries()).isEmpty();
    assertThat(later).hasSize(1);
    int before = packed(form, held.get(held.size() - 1));
    later.remove().run();
    assertThat(form.archiving().dictionaries()).hasSize(1);
    // what came in while it trained is packed again too
    assertThat(packed(form, held.get(held.size() - 1))).isLessThan(before);
  }

  @Test
  void whatComesWhileATrainingIsLateIsPackedAgainInPieces() {
    Queue<Runnable> later = new ArrayDeque<>();
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .trainer(later::add)
        .build();
    List<Revision<TestObject>> held = new ArrayList<>();
    List<Integer> before = new ArrayList<>();
    for (int number = 0; number < 4 * DictionarySchedule.MANY; number++) {
      held.add(hold(form, like("web-" + number, number)));
      before.add(packed(form, held.get(number)));
    }
    int tasks = 0;
    for (; !later.isEmpty(); tasks++) {
      later.remove().run();
    }
    assertThat(tasks).isGreaterThan(3);
    for (int number = 0; number < held.size(); number++) {
      assertThat(packed(form, held.get(number))).as("%d", number).isLessThan(before.get(number));
      assertThat(held.get(number).object()).isEqualTo(like("web-" + number, number));
    }
  }

  @Test
  void aTrainingThatFailsOrIsRefusedHarmsNobody() {
    Compression failing = new Compression() {
      @Override
      public String name() {
        return "failing";
      }

      @Override
      public Coder coder(byte[] dictionary) {
        return Compression.deflate().coder(dictionary);
      }

      @Override
      public byte[] train(List<byte[]> samples) {
        throw new IllegalStateException("cannot train");
      }
    };
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .compression(failing)
        .build();
    CompactForm<TestObject> refused = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .trainer(task -> {
          throw new RejectedExecutionException("closed");
        })
        .build();
    for (int number = 0; number < 2 * DictionarySchedule.MANY; number++) {
      assertThat(hold(form, like("web", number)).object()).isEqualTo(like("web", number));
      assertThat(hold(refused, like("web", number)).object()).isEqualTo(like("web", number));
    }
    assertThat(form.archiving().dictionaries()).isEmpty();
  }

  @Test
  void withoutDictionariesNothingIsTrainedAndNoObjectIsKept() throws InterruptedException {
    CompactForm<TestObject> form = CompactForm.builder(TestObject.ACCESSOR, TestBytes.OBJECTS)
        .trainer(task -> {
          throw new AssertionError("trained");
        })
        .dictionaries(false)
        .build();
    List<WeakReference<Revision<TestObject>>> gone = new ArrayList<>();
    for (int number = 0; number < 2 * DictionarySchedule.MANY; number++) {
      Revision<TestObject> revision = hold(form, like("web", number));
      assertThat(revision.object()).isEqualTo(like("web", number));
      gone.add(new WeakReference<>(revision));
    }
    form.archiving().trainOn(each -> each.accept(hold(TestBytes.compactObjects(), like("web", 1))));
    assertThat(form.archiving().dictionaries()).isEmpty();
    while (!gone.stream().allMatch(revision -> revision.get() == null)) { // or the time limit
      System.gc();
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> form.archiving().restoreDictionaries(List.of(new byte[] {1})))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void oneHugeObjectAmongTheFirstDoesNotSpoilTheDictionary() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    hold(form, like("web", 0).withData("x".repeat(50_000)));
    List<Revision<TestObject>> held = new ArrayList<>();
    for (int number = 1; number < 2 * DictionarySchedule.FEW; number++) {
      held.add(hold(form, like("web", number)));
    }
    assertThat(form.archiving().dictionaries()).hasSize(1);
    assertThat(packed(form, held.get(held.size() - 1)))
        .isLessThan(TestBytes.OBJECTS.write(like("web", 1)).length / 3);
  }

  @Test
  void anObjectThatCannotBeWrittenIsRefusedAndTheOthersAreNot() {
    CompactForm<TestObject> form = CompactForm.builder(
            TestObject.ACCESSOR, new ObjectBytes<TestObject>() {
              @Override
              public byte[] write(TestObject object) {
                if (object.name().equals("web-50")) {
                  throw new IllegalArgumentException("no bytes");
                }
                return TestBytes.OBJECTS.write(object);
              }

              @Override
              public TestObject read(byte[] bytes) {
                return TestBytes.OBJECTS.read(bytes);
              }
            })
        .build();
    for (int number = 0; number < 2 * DictionarySchedule.FEW; number++) {
      TestObject object = like("web", number);
      if (number == 50) {
        assertThatThrownBy(() -> hold(form, object)).hasMessage("no bytes");
      } else {
        assertThat(hold(form, object).object()).isEqualTo(object);
      }
    }
    assertThat(form.archiving().dictionaries()).hasSize(1);
  }

  @Test
  void whatIsKeptBeyondTheProcessIsReadWithTheSameDictionaries() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    List<Revision<TestObject>> held = new ArrayList<>();
    for (int number = 0; number < 2 * DictionarySchedule.FEW; number++) {
      held.add(hold(form, like("web", number)));
    }
    CompactForm<TestObject> next = TestBytes.compactObjects();
    next.archiving().restoreDictionaries(form.archiving().dictionaries());
    for (Revision<TestObject> old : held) {
      Revision<TestObject> restored = next.archiving()
          .restore(
              old.key(),
              old.uid(),
              old.resourceVersion(),
              old.storedVersion(),
              next.archiving().restoreLabels(old.labels()),
              form.archiving().packed(old));
      assertThat(restored.object()).isEqualTo(old.object());
      assertThat(restored.labels()).isEqualTo(old.labels());
    }
    CompactArchiving<TestObject> without = TestBytes.compactObjects().archiving();
    byte[] packed = form.archiving().packed(held.get(0));
    assertThatThrownBy(
            () -> without.restore("k", "", "", "", without.restoreLabels(Map.of()), packed))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> next.archiving().restoreDictionaries(form.archiving().dictionaries()))
        .isInstanceOf(IllegalStateException.class);
  }
}
