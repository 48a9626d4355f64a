package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.TestBytes;
import dev.informant.object.Revision;
import dev.informant.testing.TestObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class WorkloadTemplateTest {
  private static final int FAMILIES = 10;
  private static final int MEMBERS = 300;

  private final CompactForm<TestObject> form = TestBytes.compactObjects();

  /** Members of a family have two kilobytes in common that no dictionary of another family knows. */
  private static TestObject member(int family, int number) {
    Random random = new Random(family);
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      data.append(Long.toHexString(random.nextLong()));
    }
    return TestObject.of("default", "f" + family + "-" + number)
        .withUid(new UUID(family, number * 31L).toString())
        .withResourceVersion(Integer.toString(number + 1))
        .withLabels(Map.of("family", "f" + family))
        .withData(data.append(number).toString());
  }

  private static Revision<TestObject> hold(CompactForm<TestObject> form, TestObject object) {
    return form.hold(object.uid(), object.resourceVersion(), object, null);
  }

  private List<Revision<TestObject>> all() {
    List<Revision<TestObject>> held = new ArrayList<>();
    for (int family = 0; family < FAMILIES; family++) {
      for (int number = 0; number < MEMBERS; number++) {
        held.add(hold(form, member(family, number)));
      }
    }
    return held;
  }

  @Test
  void oneOfManyObjectsThatAreAlikeIsTheTemplateOfTheOthers() {
    List<Revision<TestObject>> held = all();
    int last = held.size() - 1;
    int firstOfFamily = held.size() - MEMBERS;
    assertThat(form.archiving().packed(held.get(last)).length)
        .isLessThan(form.archiving().packed(held.get(firstOfFamily)).length / 4);
    for (int i = 0; i < held.size(); i++) {
      assertThat(held.get(i).object()).isEqualTo(member(i / MEMBERS, i % MEMBERS));
    }
  }

  @Test
  void anObjectThatComesAgainAndAgainIsNoTemplate() {
    for (int number = 0; number < 2 * DictionarySchedule.MANY; number++) {
      hold(form, member(0, number)); // until the kind has its dictionaries
    }
    long before = templates();
    for (int i = 0; i < 1_000; i++) {
      hold(form, member(FAMILIES, i % 10));
    }
    assertThat(templates()).isEqualTo(before).isOne();
  }

  @Test
  void aTemplateThatNoLongerPaysIsNoLongerUsed() {
    all();
    TestObject last = member(FAMILIES - 1, 1);
    assertThat(packed(last)).isLessThan(500);
    for (int i = 0; i < 100; i++) {
      hold(form, member(FAMILIES + i, i).withLabels(last.labels()));
    }
    assertThat(packed(last)).as("without what knew all of it").isGreaterThan(500);
  }

  private int packed(TestObject object) {
    return form.archiving().packed(hold(form, object)).length;
  }

  /** How many of the dictionaries are templates. */
  private long templates() {
    return form.archiving().dictionaries().stream()
        .filter(marked -> marked[0] == 1)
        .count();
  }

  @Test
  void anEarlierRunsTemplateServesItsObjectsAndThoseThatFollow() {
    List<Revision<TestObject>> held = all();
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
    }
    TestObject young = member(FAMILIES - 1, MEMBERS);
    Revision<TestObject> following = hold(next, young);
    assertThat(following.object()).isEqualTo(young);
    assertThat(next.archiving().packed(following).length)
        .isLessThan(form.archiving().packed(held.get(held.size() - MEMBERS)).length / 4);
    assertThat(next.archiving().dictionaries()).hasSameSizeAs(form.archiving().dictionaries());
  }

  @Test
  void withoutDictionariesNoObjectIsKeptForOthers() {
    CompactForm<TestObject> confidential = CompactForm.builder(
            TestObject.ACCESSOR, TestBytes.OBJECTS)
        .dictionaries(false)
        .build();
    for (int number = 0; number < MEMBERS; number++) {
      hold(confidential, member(0, number));
    }
    assertThat(confidential.archiving().dictionaries()).isEmpty();
  }

  @Test
  void thereAreNoMoreOfThemThanAreAllowed() {
    Packer packer = new Packer(Compression.deflate());
    packer.add("a dictionary".getBytes(StandardCharsets.UTF_8));
    byte[] raw = TestBytes.OBJECTS.write(member(0, 0));
    int newest = 0;
    for (int i = 0; i < Packer.MOST_TEMPLATES; i++) {
      newest = packer.addTemplate(raw);
      assertThat(newest).isPositive();
    }
    assertThat(packer.addTemplate(raw)).isZero();
    byte[] packed = packer.pack(raw, newest);
    assertThat(packer.template(packed)).isEqualTo(newest);
    assertThat(packer.unpack(packed)).isEqualTo(raw);
    assertThat(packer.template(packer.pack(raw))).isZero();
  }
}
