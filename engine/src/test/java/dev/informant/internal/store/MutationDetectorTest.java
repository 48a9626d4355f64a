package dev.informant.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.store.MutationException;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MutationDetectorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final List<MutationException> told = new ArrayList<>();

  /** Objects are maps, so that they can be changed; their name is their "name". */
  private static final ObjectAccessor<Map<String, String>> MAPS = new ObjectAccessor<>() {
    @Override
    public String namespace(Map<String, String> object) {
      return "a";
    }

    @Override
    public String name(Map<String, String> object) {
      return object.get("name");
    }

    @Override
    public String uid(Map<String, String> object) {
      return "";
    }

    @Override
    public String resourceVersion(Map<String, String> object) {
      return "17";
    }

    @Override
    public Map<String, String> labels(Map<String, String> object) {
      return Map.of();
    }
  };

  private final MutationDetector<Map<String, String>> detector =
      new MutationDetector<>("pods", HashMap::new, runtime);
  private final MutationDetector<Map<String, String>> telling =
      new MutationDetector<>("pods", HashMap::new, runtime, told::add);

  private static Map<String, String> object(String name) {
    return new HashMap<>(Map.of("name", name, "secret", "password"));
  }

  private static Revision<Map<String, String>> revision(Map<String, String> object) {
    return Revision.of(object, MAPS);
  }

  @Test
  @Tag("client-go:TestMutationDetector")
  void aChangedObjectIsFoundAndNamedWithoutItsContents() {
    Map<String, String> one = object("one");
    detector.captured(revision(one));
    detector.captured(revision(object("two")));
    detector.checkNow();
    one.put("secret", "changed");
    assertThatThrownBy(detector::checkNow)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("cache pods: object a/one at version \"17\" was changed")
        .hasMessageNotContaining("password")
        .hasNoSuppressedExceptions();
    detector.checkNow();
  }

  @Test
  void anObjectThatIsNotEqualToItsCopyIsNoChange() {
    MutationDetector<Map<String, String>> detector = new MutationDetector<>(
        "custom resources",
        object -> {
          Map<String, String> copy = new HashMap<>(object);
          copy.put("spec", "without equals");
          return copy;
        },
        runtime);
    Revision<Map<String, String>> one = revision(object("one"));
    detector.captured(one);
    detector.called("audit", one);
    detector.checkNow();
    assertThat(detector.watched()).isZero();
  }

  @Test
  void allChangesFoundAtOnceAreInOneException() {
    Map<String, String> one = object("one");
    Map<String, String> two = object("two");
    detector.captured(revision(one));
    detector.captured(revision(two));
    one.clear();
    two.clear();
    assertThatThrownBy(detector::checkNow)
        .isInstanceOf(MutationException.class)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
  }

  @Test
  void onceStartedItComparesEverySecond() {
    Map<String, String> one = object("one");
    telling.start();
    telling.start();
    telling.captured(revision(one));
    runtime.advance(SECOND);
    assertThat(told).isEmpty();
    one.put("more", "x");
    runtime.advance(SECOND);
    assertThat(told).hasSize(1);
    one.put("more", "y");
    runtime.advance(Duration.ofSeconds(10));
    assertThat(told).hasSize(1);
  }

  @Test
  void aChangeFoundWhileAHandlersCallRunsNamesTheHandler() {
    Map<String, String> one = object("one");
    Revision<Map<String, String>> shown = revision(one);
    telling.start();
    telling.captured(shown);
    telling.calling("audit", shown);
    one.put("more", "x");
    runtime.advance(SECOND);
    telling.called("audit", shown);
    assertThat(told)
        .singleElement()
        .satisfies(found -> assertThat(found).hasMessageContaining("a call of handler audit, "));
  }

  @Test
  void aChangeAfterAllCallsHaveReturnedIsThatOfAReader() {
    Map<String, String> one = object("one");
    Revision<Map<String, String>> shown = revision(one);
    telling.captured(shown);
    telling.calling("audit", shown);
    telling.calling("other", shown);
    telling.called("audit", shown);
    telling.called("other", shown);
    one.put("more", "x");
    telling.checkNow();
    assertThat(told)
        .singleElement()
        .satisfies(found -> assertThat(found).hasMessageContaining("by a reader"));
  }

  @Test
  void whatWasFoundInBetweenIsThrownByTheNextCheck() {
    Map<String, String> one = object("one");
    detector.start();
    detector.captured(revision(one));
    one.clear();
    runtime.advance(SECOND);
    assertThat(detector.watched()).isZero();
    assertThatThrownBy(detector::checkNow).isInstanceOf(MutationException.class);
  }

  @Test
  void objectsAreLetGoAfterTwoGenerations() {
    Map<String, String> one = object("one");
    telling.start();
    telling.captured(revision(one));
    runtime.advance(MutationDetector.GENERATION.plus(SECOND));
    assertThat(telling.watched()).isEqualTo(1);
    runtime.advance(MutationDetector.GENERATION);
    assertThat(telling.watched()).isZero();
    one.clear();
    runtime.advance(SECOND);
    assertThat(told).isEmpty();
  }

  @Test
  void anOldObjectIsStillCompared() {
    Map<String, String> one = object("one");
    telling.start();
    telling.captured(revision(one));
    runtime.advance(MutationDetector.GENERATION.plus(SECOND));
    one.clear();
    runtime.advance(SECOND);
    assertThat(told).hasSize(1);
    assertThat(telling.watched()).isZero();
  }

  @Test
  void privateObjectsAreNotWatched() {
    Revision<Map<String, String>> plain = revision(object("one"));
    telling.captured(new Revision<>() {
      @Override
      public String key() {
        return plain.key();
      }

      @Override
      public String uid() {
        return plain.uid();
      }

      @Override
      public String resourceVersion() {
        return plain.resourceVersion();
      }

      @Override
      public Map<String, String> labels() {
        return plain.labels();
      }

      @Override
      public Map<String, String> object() {
        return new HashMap<>(plain.object());
      }
    });
    assertThat(telling.watched()).isZero();
  }

  @Test
  void anObjectThatCannotBeComparedIsBeingChanged() {
    MutationDetector<List<String>> lists =
        new MutationDetector<>("lists", list -> List.of("x"), runtime, told::add);
    AtomicBoolean torn = new AtomicBoolean();
    List<String> list = new AbstractList<>() {
      @Override
      public String get(int index) {
        if (torn.get()) {
          throw new java.util.ConcurrentModificationException();
        }
        return "x";
      }

      @Override
      public int size() {
        return 1;
      }
    };
    lists.captured(Revision.of(list, new ListAccessor()));
    lists.checkNow();
    assertThat(told).isEmpty();
    torn.set(true);
    lists.checkNow();
    assertThat(told).hasSize(1);
  }

  private static final class ListAccessor implements ObjectAccessor<List<String>> {
    @Override
    public String namespace(List<String> object) {
      return "";
    }

    @Override
    public String name(List<String> object) {
      return "list";
    }

    @Override
    public String uid(List<String> object) {
      return "";
    }

    @Override
    public String resourceVersion(List<String> object) {
      return "1";
    }

    @Override
    public Map<String, String> labels(List<String> object) {
      return Map.of();
    }
  }

  @Test
  void aListenerThatThrowsDoesNotStopTheComparing() {
    MutationDetector<Map<String, String>> throwing =
        new MutationDetector<>("pods", HashMap::new, runtime, mutation -> {
          told.add(mutation);
          throw mutation;
        });
    throwing.start();
    for (String name : List.of("one", "two")) {
      Map<String, String> object = object(name);
      throwing.captured(revision(object));
      object.clear();
      runtime.advance(SECOND);
    }
    assertThat(told).hasSize(2);
  }

  @Test
  void aClosedDetectorWatchesNothing() {
    Map<String, String> one = object("one");
    telling.start();
    telling.captured(revision(one));
    telling.close();
    telling.close();
    telling.captured(revision(object("two")));
    one.clear();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(told).isEmpty();
    telling.checkNow();
    assertThat(telling.watched()).isZero();
    assertThat(runtime.skipToNextTimer()).isFalse();
  }

  @Test
  void ourOwnTestsRunWithDetectors() {
    assertThat(Boolean.getBoolean("informant.mutationDetector")).isTrue();
  }
}
