package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.QueueKind;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.informer.World;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.ObjectBytes;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.MutationException;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changing a cached object is found in tests. */
@Timeout(30)
final class G9ReadOnlyTest {
  /** An object as most models make them: anybody can change it. */
  private static final class Mutable {
    final String name;
    final String version;
    final Map<String, String> labels = new HashMap<>();

    Mutable(String name, String version, Map<String, String> labels) {
      this.name = name;
      this.version = version;
      this.labels.putAll(labels);
    }

    public Map<String, String> getLabels() {
      return labels;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Mutable that
          && name.equals(that.name)
          && version.equals(that.version)
          && labels.equals(that.labels);
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, version);
    }
  }

  private static final class Accessor implements ObjectAccessor<Mutable> {
    @Override
    public String namespace(Mutable object) {
      return "";
    }

    @Override
    public String name(Mutable object) {
      return object.name;
    }

    @Override
    public String uid(Mutable object) {
      return object.name;
    }

    @Override
    public String resourceVersion(Mutable object) {
      return object.version;
    }

    @Override
    public Map<String, String> labels(Mutable object) {
      return object.labels;
    }
  }

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<Mutable> cluster = new FakeCluster<>(
      runtime,
      new Accessor(),
      (object, version) -> new Mutable(object.name, version, object.labels));

  @BeforeEach
  void detectorsAreOnInAllOurTests() {
    assertThat(Boolean.getBoolean("informant.mutationDetector")).isTrue();
  }

  private SharedIndexInformerBuilder<Mutable> options(QueueKind queue) {
    return SharedIndexInformer.builder(cluster, new Accessor())
        .runtime(runtime)
        .name("mutables")
        .queue(queue)
        .watchList(WatchListPolicy.NEVER)
        .deepCopy(object -> new Mutable(object.name, object.version, object.labels));
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerThatChangesAnObjectIsFound(QueueKind queue) {
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer = options(queue).build();
    informer.addHandler(
        ResourceEventHandler.<Mutable>builder()
            .onUpdate((before, after) -> after.labels.put("seen", "yes"))
            .build(),
        HandlerOptions.<Mutable>defaults().withName("audit"));
    informer.start();
    runtime.runUntilIdle();
    informer.checkMutations();
    cluster.modify(new Mutable("a", "", Map.of("x", "y")));
    runtime.runUntilIdle();
    assertThatThrownBy(informer::checkMutations)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("mutables")
        .hasMessageContaining(
            "object a at version \"2\" was changed during a call of handler audit, at labels[seen];");
    informer.close();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aCheckDuringTheCallThatChangesAnObjectNamesTheHandler(QueueKind queue) {
    List<Throwable> thrown = new ArrayList<>();
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer = options(queue).build();
    informer.addHandler(
        ResourceEventHandler.<Mutable>builder()
            .onAdd((object, initial) -> {
              object.labels.put("seen", "yes");
              thrown.add(catchThrowable(informer::checkMutations));
            })
            .build(),
        HandlerOptions.<Mutable>defaults().withName("audit"));
    informer.start();
    runtime.runUntilIdle();
    assertThat(thrown)
        .singleElement()
        .satisfies(found -> assertThat(found)
            .isInstanceOf(MutationException.class)
            .hasMessageContaining("was changed during a call of handler audit"));
    informer.close();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void closingThrowsWhatNoCheckHasThrown(QueueKind queue) {
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer =
        options(queue).mutationDetector(true).build();
    informer.start();
    runtime.runUntilIdle();
    informer.indexer().get("a").labels.put("seen", "yes");
    assertThatThrownBy(informer::close)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining(
            "object a at version \"1\" was changed by a reader, at labels[seen];");
    assertThat(informer.isClosed()).isTrue();
    informer.close();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void withoutADetectorNothingIsFound(QueueKind queue) {
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer =
        options(queue).mutationDetector(false).build();
    informer.start();
    runtime.runUntilIdle();
    informer.indexer().get("a").labels.put("seen", "yes");
    informer.checkMutations();
    informer.close();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void everyTestOfOursFindsAHandlerThatChangesAnObject(QueueKind queue) {
    World world = World.of(queue);
    world.cluster.add(TestObject.named("a").withLabels(Map.of("seen", "no")));
    world
        .record()
        .onCall(call -> world.informer().indexer().get("default/a").labels().put("seen", "yes"));
    world.informer().start();
    assertThatThrownBy(world::settle)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("object default/a at version \"1\"");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void readerThatChangesAnObjectIsToldToTheListenerWithinSeconds(QueueKind queue) {
    List<String> told = new ArrayList<>();
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer =
        options(queue).mutationListener(found -> told.add(found.getMessage())).build();
    informer.start();
    runtime.runUntilIdle();
    informer.indexer().get("a").labels.put("seen", "yes");
    runtime.advance(Duration.ofSeconds(3));
    assertThat(told).hasSize(1);
    informer.close();
  }

  private static final ObjectBytes<Mutable> BYTES = new ObjectBytes<>() {
    @Override
    public byte[] write(Mutable object) {
      return (object.name + "@" + object.version).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Mutable read(byte[] bytes) {
      String[] parts = new String(bytes, StandardCharsets.UTF_8).split("@", 2);
      return new Mutable(parts[0], parts[1], Map.of());
    }
  };

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void readerThatChangesAnObjectReadLatelyFromACompactCacheIsFound(QueueKind queue) {
    cluster.add(new Mutable("a", "", Map.of()));
    cluster.add(new Mutable("b", "", Map.of()));
    SharedIndexInformer<Mutable> informer = options(queue)
        .form(CompactForm.builder(new Accessor(), BYTES).recentlyRead(1).build())
        .build();
    informer.start();
    runtime.runUntilIdle();
    informer.checkMutations();
    informer.lister().get("b"); // takes the only place
    Mutable shared = informer.lister().get("a");
    shared.labels.put("seen", "yes");
    assertThat(informer.lister().get("a")).isSameAs(shared);
    assertThatThrownBy(informer::checkMutations)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("object a at version");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void readerOfACompactCacheMayChangeWhatIsItsOwn(QueueKind queue) {
    cluster.add(new Mutable("a", "", Map.of()));
    SharedIndexInformer<Mutable> informer =
        options(queue).form(CompactForm.builder(new Accessor(), BYTES).build()).build();
    informer.start();
    runtime.runUntilIdle();
    informer.lister().get("a").labels.put("mine", "yes");
    informer.checkMutations();
    assertThat(informer.lister().get("a").labels).isEmpty();
  }
}
