package dev.informant.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.internal.store.Widget;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ListerTest {
  private static final LabelSelector WEB = LabelSelector.parse("app=web");

  private final SnapshotIndexer<Widget> store =
      SnapshotIndexer.builder(Widget.ACCESSOR).form(form()).build();

  /** In which form the store keeps objects. */
  ObjectForm<Widget> form() {
    return ObjectForm.shared(Widget.ACCESSOR);
  }

  private final List<String> warnings = new ArrayList<>();
  private final Lister<Widget> lister =
      new Lister<>(() -> store, Widget.ACCESSOR, new RecordingLogger(warnings));
  private final Widget one = Widget.of("a/one", "1").labelled("app", "web");
  private final Widget two = Widget.of("a/two", "1").labelled("app", "db");
  private final Widget three = Widget.of("b/three", "1").labelled("app", "web");
  private final Widget cluster = Widget.of("cluster", "1");

  private record RecordingLogger(List<String> warnings) implements System.Logger {
    @Override
    public String getName() {
      return "recording";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      warnings.add(message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      warnings.add(java.text.MessageFormat.format(format, parameters));
    }
  }

  @BeforeEach
  void fill() {
    store.replace(List.of(one, two, three, cluster), "1");
  }

  private void withNamespaceIndex() {
    store.addIndexers(Map.of(Indexer.NAMESPACE_INDEX, Widget.BY_NAMESPACE));
  }

  @Test
  @Tag("client-go:TestListAll")
  void listsWhatTheSelectorSelects() {
    assertThat(lister.list(LabelSelector.everything())).hasSize(4);
    assertThat(lister.list(WEB)).containsExactlyInAnyOrder(one, three);
    assertThat(lister.list(LabelSelector.nothing())).isEmpty();
    assertThat(new Lister<>(store, Widget.ACCESSOR).list(WEB)).hasSize(2);
  }

  @Test
  void findsObjectsByNamespaceAndName() {
    assertThat(lister.namespace("a").get("one")).isEqualTo(one);
    assertThat(lister.namespace("b").get("one")).isNull();
    assertThat(lister.get("cluster")).isEqualTo(cluster);
    assertThat(lister.namespace("").get("cluster")).isEqualTo(cluster);
  }

  @Test
  void listsOneNamespaceThroughTheIndex() {
    withNamespaceIndex();
    assertThat(lister.namespace("a").list(LabelSelector.everything()))
        .containsExactlyInAnyOrder(one, two);
    assertThat(lister.namespace("a").list(WEB)).containsExactly(one);
    assertThat(lister.namespace("none").list(WEB)).isEmpty();
    assertThat(lister.namespace("a").list(LabelSelector.nothing())).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void theEmptyNamespaceIsAllOfThem() {
    withNamespaceIndex();
    assertThat(lister.namespace("").list(LabelSelector.everything())).hasSize(4);
    assertThat(lister.namespace("").list(WEB)).containsExactlyInAnyOrder(one, three);
  }

  @Test
  void withoutTheIndexItLooksAtEverythingAndWarnsOnce() {
    assertThat(lister.namespace("a").list(LabelSelector.everything()))
        .containsExactlyInAnyOrder(one, two);
    assertThat(lister.namespace("a").list(WEB)).containsExactly(one);
    assertThat(lister.namespace("b").list(WEB)).containsExactly(three);
    assertThat(warnings).singleElement().asString().contains("all 4 objects", "\"namespace\"");
  }

  @Test
  void nothingIsFoundWithoutLooking() {
    lister.namespace("a").list(LabelSelector.nothing());
    assertThat(warnings).isEmpty();
  }

  @Test
  void aListerOfASnapshotStaysThere() {
    Lister<Widget> frozen = new Lister<>(store.snapshot(), Widget.ACCESSOR);
    store.delete(one);
    assertThat(frozen.namespace("a").get("one")).isEqualTo(one);
    assertThat(lister.namespace("a").get("one")).isNull();
  }

  @Test
  void differentLabelsWithTheSameHashAndSizeAreNotConfused() {
    assertThat(Map.of("app", "app")).hasSameHashCodeAs(Map.of("x", "x"));
    for (int number = 0;
        number < 3;
        number++) { // the second of equal labels is held in another way
      store.add(Widget.of("c/app" + number, "1").labelled("app", "app"));
      store.add(Widget.of("c/x" + number, "1").labelled("x", "x"));
    }
    assertThat(lister.list(LabelSelector.parse("app=app")))
        .extracting(Widget::name)
        .containsExactlyInAnyOrder("app0", "app1", "app2");
    assertThat(lister.list(LabelSelector.parse("x=x")))
        .extracting(Widget::name)
        .containsExactlyInAnyOrder("x0", "x1", "x2");
  }
}
