package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.CommonOptions;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.informer.RevisionHandler;
import dev.informant.internal.compact.Compression;
import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.internal.source.ReflectorOptions;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  @SuppressWarnings("unchecked") // nothing reads the objects
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
        .afterStore(new RevisionHandler<T>() {})
        .initialState((List<T>) List.of("object " + number))
        .observer(resource -> number > 0 ? InformerObserver.NONE : event -> {})
        .watchErrorHandler(cause -> assertThat(number).isPositive())
        .giveUpIf(cause -> number > 0)
        .closeTimeout(Duration.ofMinutes(number))
        .mutationDetector(number != 1);
  }

  /** What an informer is built with, option by option. */
  private static Map<String, Object> values(InformerOptions<Object> options) {
    Map<String, Object> values = new TreeMap<>();
    Settings own = settings(options, InformerOptions.class, "own");
    Settings common = settings(options, CommonOptions.class, "settings");
    for (Option<?> option : declared(InformerOptions.class)) {
      values.put("own " + option, String.valueOf((Object) own.find(option)));
    }
    for (Class<?> place : List.of(CommonOptions.class, ReflectorOptions.class)) {
      for (Option<?> option : declared(place)) {
        values.put("common " + option, String.valueOf((Object) common.find(option)));
      }
    }
    return values;
  }

  private static Settings settings(InformerOptions<?> options, Class<?> place, String name) {
    try {
      Field field = place.getDeclaredField(name);
      field.setAccessible(true);
      return (Settings) field.get(options);
    } catch (ReflectiveOperationException renamed) {
      throw new AssertionError(renamed);
    }
  }

  private static List<Option<?>> declared(Class<?> place) {
    List<Option<?>> options = new ArrayList<>();
    for (Field field : place.getDeclaredFields()) {
      if (field.getType() == Option.class) {
        try {
          field.setAccessible(true);
          options.add((Option<?>) field.get(null));
        } catch (IllegalAccessException impossible) {
          throw new AssertionError(impossible);
        }
      }
    }
    return options;
  }

  @Test
  void everyOptionOfTheKindHidesTheFactorys() {
    InformerOptions<Object> kind = all(1, object -> object);
    InformerOptions<Object> factory = all(2, object -> object);
    assertThat(values(kind.over(factory))).isEqualTo(values(kind));
    assertThat(values(new InformerOptions<>().over(factory))).isEqualTo(values(factory));
    Map<String, Object> ofTheFactory = values(factory);
    values(kind).forEach((option, value) -> {
      if (!value.equals("null")) {
        assertThat(ofTheFactory.get(option)).as(option).isNotEqualTo(value);
      }
    });
  }

  @Test
  void everyOptionIsTried() {
    assertThat(values(all(1, object -> object)).entrySet().stream()
            .filter(option -> option.getValue().equals("null"))
            .map(Map.Entry::getKey))
        .containsExactlyInAnyOrder( // the informer sets these itself
            "common name",
            "common description",
            "common transform",
            "common historyChecks",
            "common patientRetries",
            "common maxInternalErrorRetry");
  }

  @Test
  void aCopyHasEveryOptionAndDoesNotChange() {
    InformerOptions<Object> original = all(1, object -> object);
    InformerOptions<Object> copy = original.copy();
    Map<String, Object> before = values(original);
    original.pageSize(77).cacheVersion("later");
    assertThat(values(copy)).isEqualTo(before).isNotEqualTo(values(original));
    NamespaceSet set = NamespaceSet.of("a");
    assertThat(new InformerOptions<Object>().namespaces(set).copy().namespaces())
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
        .hasMessage(
            "invalid option for nodes/v1: namespace is set, but the kind is of cluster scope; remove it");
    assertThatThrownBy(() -> builder.metadata(Node.class, o -> o.namespaces(NamespaceSet.of("a"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.trees(Resource.of(Pod.class), o -> o.shareEqualParts(true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shareEqualParts");
    builder.kind(Node.class, o -> o.namespace("").shareEqualParts(true));
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    InformerOptions<Object> neither = new InformerOptions<>().over(new InformerOptions<Object>());
    assertThat(neither.namespace()).isEmpty();
    assertThat(neither.namespaces()).isNull();
    assertThat(neither.get(InformerOptions.CACHE_FORM)).isEqualTo(CacheForm.OBJECTS);
    assertThat(neither.cacheDirectory()).isNull();
    assertThat(neither.sharesEqualParts()).isTrue();
    assertThat(neither.transform(object -> object).sharesEqualParts()).isFalse();
  }

  @Test
  void ofOneNamespaceAndSeveralTheLastCallCounts() {
    NamespaceSet set = NamespaceSet.of("a");
    var several = new InformerOptions<Object>().namespace("b").namespaces(set);
    assertThat(several.namespaces()).isSameAs(set);
    assertThat(several.namespace()).isEmpty();
    var one = new InformerOptions<Object>().namespace("b").over(several);
    assertThat(one.namespaces()).isNull();
    assertThat(one.namespace()).isEqualTo("b");
  }

  @Test
  void anInitialStateExcludesTheCacheDirectory() {
    var options =
        new InformerOptions<Object>().cacheDirectory(Path.of("d")).initialState(List.of("object"));
    assertThat(options.cacheDirectory()).isNull();
  }
}
