package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.compact.Compression;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which option holds: the kind's, else the factory's, else the default. */
@Timeout(60)
class InformerOptionsTest {
  /** Compresses nothing: two of them are told apart by their names. */
  private record Named(String name) implements Compression {
    @Override
    public Coder coder(byte[] dictionary) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte @Nullable [] train(List<byte[]> samples) {
      return null;
    }
  }

  private static <T> InformerOptions<T> all(int number, UnaryOperator<T> change) {
    return new InformerOptions<T>()
        .resync(Duration.ofSeconds(number))
        .namespaces(NamespaceSet.of("n" + number))
        .namespace("n" + number)
        .labelSelector("l" + number)
        .fieldSelector("f=" + number)
        .tweakListOptions(options -> options.withLimit(number))
        .transform(change::apply)
        .shareEqualParts(number != 1)
        .cacheForm(number == 1 ? CacheForm.COMPACT : CacheForm.OBJECTS)
        .recentlyRead(number)
        .compression(new Named("c" + number))
        .cacheDirectory(Path.of("d" + number))
        .cacheVersion("v" + number)
        .cacheSecrets(number == 1)
        .cacheSaveInterval(Duration.ofMinutes(10 + number))
        .queue(number == 1 ? QueueKind.DELTA_FIFO : QueueKind.IN_ORDER)
        .watchList(number == 1 ? WatchListPolicy.NEVER : WatchListPolicy.AUTO)
        .pageSize(number)
        .minWatchTimeout(Duration.ofHours(number))
        .handlerBuffer(
            number == 1 ? HandlerOptions.Buffer.CONFLATING : HandlerOptions.Buffer.UNBOUNDED)
        .parity(number == 1 ? Parity.EXACT : Parity.REPAIRED)
        .backoff(new BackoffPolicy(
            Duration.ofSeconds(number), 1, Duration.ofSeconds(number), 0, Duration.ZERO))
        .observer(resource -> number > 0 ? InformerObserver.NONE : event -> {})
        .watchErrorHandler(cause -> assertThat(number).isPositive())
        .closeTimeout(Duration.ofMinutes(number));
  }

  @Test
  void everyOptionOfTheKindHidesTheFactorys() throws Exception {
    InformerOptions<Object> kind = all(1, object -> object);
    InformerOptions<Object> factory = all(2, object -> object);
    var both = InformerOptions.resolve(kind, factory);
    var kindAlone = InformerOptions.resolve(kind, new InformerOptions<>());
    var factoryAlone = InformerOptions.resolve(new InformerOptions<Object>(), factory);
    var neither = InformerOptions.resolve(new InformerOptions<Object>(), new InformerOptions<>());
    for (RecordComponent option : InformerOptions.Resolved.class.getRecordComponents()) {
      Object said = option.getAccessor().invoke(kindAlone);
      assertThat(option.getAccessor().invoke(both)).as(option.getName()).isEqualTo(said);
      if (!option.getName().equals("namespaces")) { // hidden by namespace, which was said last
        assertThat(option.getAccessor().invoke(factoryAlone))
            .as(option.getName())
            .isNotEqualTo(said);
        assertThat(option.getAccessor().invoke(neither)).as(option.getName()).isNotEqualTo(said);
      }
    }
    assertThat(both.namespaces()).isNull();
  }

  @Test
  void aCopyHasEveryOption() throws Exception {
    InformerOptions<Object> original = all(1, object -> object);
    var copy = InformerOptions.resolve(original.copy(), new InformerOptions<>());
    var resolved = InformerOptions.resolve(original, new InformerOptions<>());
    for (RecordComponent option : InformerOptions.Resolved.class.getRecordComponents()) {
      assertThat(option.getAccessor().invoke(copy))
          .as(option.getName())
          .isEqualTo(option.getAccessor().invoke(resolved));
    }
    for (Field field : InformerOptions.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        assertThat(field.get(original.copy()))
            .as(field.getName())
            .isSameAs(field.get(original))
            .satisfies(value -> assertThat(value == null)
                .as(field.getName() + " is left out of all()")
                .isEqualTo(field.getName().equals("namespaces")));
      }
    }
    NamespaceSet set = NamespaceSet.of("a");
    var places = new InformerOptions<Object>().namespaces(set).copy();
    assertThat(InformerOptions.resolve(places, new InformerOptions<>()).namespaces())
        .isSameAs(set);
  }

  @Test
  void aShorterWatchThanTheLeastIsRefusedInsteadOfIgnored() {
    assertThatThrownBy(() -> new InformerOptions<>().minWatchTimeout(Duration.ofMinutes(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 min")
        .hasMessageContaining("tweakListOptions");
  }

  @Test
  void whatCanNeverHoldForAKindIsRefusedInsteadOfIgnored() {
    var builder = SharedInformerFactory.builder(Config.empty());
    assertThatThrownBy(() -> builder.kind(PartialObjectMetadata.class, o -> o.pageSize(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metadata(resource, options)");
    assertThatThrownBy(() -> builder.kind(GenericKubernetesResource.class, o -> o.pageSize(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.kind(Node.class, o -> o.namespace("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the options for nodes/v1 say a namespace: the kind is of cluster scope");
    assertThatThrownBy(() -> builder.metadata(Node.class, o -> o.namespaces(NamespaceSet.of("a"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.trees(Resource.of(Pod.class), o -> o.shareEqualParts(true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shareEqualParts");
    builder.kind(Node.class, o -> o.namespace("").shareEqualParts(true));
  }

  @Test
  void whatNobodySaysIsTheDefault() {
    var neither = InformerOptions.resolve(new InformerOptions<Object>(), new InformerOptions<>());
    assertThat(neither.resync()).isZero();
    assertThat(neither.namespace()).isEmpty();
    assertThat(neither.namespaces()).isNull();
    assertThat(neither.queue()).isEqualTo(QueueKind.IN_ORDER);
    assertThat(neither.watchList()).isEqualTo(WatchListPolicy.AUTO);
    assertThat(neither.handlerBuffer()).isEqualTo(HandlerOptions.Buffer.UNBOUNDED);
    assertThat(neither.parity()).isEqualTo(Parity.REPAIRED);
    assertThat(neither.shareEqualParts()).isTrue();
  }

  @Test
  void ofOnePlaceAndSeveralTheLastSaidHolds() {
    NamespaceSet set = NamespaceSet.of("a");
    var several = InformerOptions.resolve(
        new InformerOptions<Object>().namespace("b").namespaces(set), new InformerOptions<>());
    assertThat(several.namespaces()).isSameAs(set);
    assertThat(several.namespace()).isEmpty();
  }
}
