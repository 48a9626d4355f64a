package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.controller.Reader;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.object.LabelSelector;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a reconciler reads is never older than what it wrote, however late, filtered or broken the watch is. */
@Timeout(60)
class ConsistentReadsTest {
  private final VirtualCluster cluster = VirtualCluster.create(2);
  private final Replica replica = cluster.replica("one");
  private SharedInformerFactory informers = replica.informers().build();

  @AfterEach
  void close() {
    informers.close();
    cluster.close();
  }

  private Script script() {
    return new Script(
        cluster,
        informers,
        builder ->
            builder.owns(Secret.class).index(Secret.class, "colour", ConsistentReadsTest::colours));
  }

  private static List<String> colours(Secret secret) {
    Map<String, String> labels = secret.getMetadata().getLabels();
    return labels == null || labels.get("colour") == null
        ? List.of()
        : List.of(labels.get("colour"));
  }

  private static Secret coloured(String name, String colour) {
    Secret secret = ConfigMaps.secret(name);
    secret.getMetadata().setLabels(Map.of("colour", colour));
    return secret;
  }

  private static List<String> names(List<Secret> secrets) {
    return secrets.stream()
        .map(secret -> secret.getMetadata().getName())
        .sorted()
        .toList();
  }

  private void assertReads(Reader<Secret> reader, String... names) {
    assertThat(names(reader.list())).containsExactly(names);
    assertThat(names(reader.inNamespace("default"))).containsExactly(names);
    assertThat(names(reader.list(LabelSelector.parse("colour=red")))).containsExactly(names);
    assertThat(names(reader.byIndex("colour", "red"))).containsExactly(names);
    for (String name : names) {
      assertThat(reader.get("default/" + name)).isNotNull();
    }
  }

  @Test
  void createdObjectsAreReadBeforeTheWatchDeliversThem() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Secret created = coloured("b", "red");
        created.getMetadata().getOwnerReferences().add(context.ownerReference());
        context.create(created);
        assertReads(context.read(Secret.class), "a", "b");
        assertThat(names(context.owned(Secret.class))).containsExactly("b");
      });
      script.run(context -> assertReads(context.read(Secret.class), "a", "b"));
      cluster.faults().releaseWatches("secrets");
      cluster.settle();
      script.run(context -> assertReads(context.read(Secret.class), "a", "b"));
    }
  }

  @Test
  void changedObjectsMoveBetweenIndexValuesAtOnce() {
    try (Script script = script()) {
      cluster.create(coloured("a", "blue"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Reader<Secret> reader = context.read(Secret.class);
        context.edit(
            reader.get("default/a"), each -> each.getMetadata().setLabels(Map.of("colour", "red")));
        assertReads(reader, "a");
        assertThat(reader.byIndex("colour", "blue")).isEmpty();
      });
    }
  }

  @Test
  void deletedObjectsAreHiddenUntilTheWatchDeliversTheDelete() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.create(coloured("b", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Reader<Secret> reader = context.read(Secret.class);
        assertThat(context.delete(reader.get("default/a"))).isTrue();
        assertReads(reader, "b");
        assertThat(reader.get("default/a")).isNull();
      });
      cluster.faults().releaseWatches("secrets");
      cluster.settle();
      script.run(context -> assertReads(context.read(Secret.class), "b"));
    }
  }

  @Test
  void anObjectThatWasCreatedAndDeletedIsNotShownWhenItsCreationArrivesLate() {
    try (Script script = script()) {
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Secret created = context.create(coloured("a", "red"));
        context.delete(created);
        assertReads(context.read(Secret.class));
      });
      cluster.faults().releaseWatches("secrets");
      cluster.advance(Duration.ofMinutes(10));
      script.run(context -> assertReads(context.read(Secret.class)));
    }
  }

  @Test
  void aRecreatedObjectIsReadWithItsNewUid() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Reader<Secret> reader = context.read(Secret.class);
        Secret old = reader.get("default/a");
        context.delete(old);
        Secret next = context.create(coloured("a", "red"));
        assertThat(reader.get("default/a").getMetadata().getUid())
            .isEqualTo(next.getMetadata().getUid())
            .isNotEqualTo(old.getMetadata().getUid());
        assertReads(reader, "a");
      });
    }
  }

  @Test
  void aSurvivingObjectIsReadWithItsDeletionTimestamp() {
    try (Script script = script()) {
      Secret guarded = coloured("a", "red");
      guarded.getMetadata().setFinalizers(List.of("example.com/other"));
      cluster.create(guarded);
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Reader<Secret> reader = context.read(Secret.class);
        context.delete(reader.get("default/a"));
        assertThat(reader.get("default/a").getMetadata().getDeletionTimestamp()).isNotNull();
      });
    }
  }

  @Test
  void aNoOpWriteNeitherWaitsNorHidesLaterChanges() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      script.run(context -> {
        Secret cached = context.read(Secret.class).get("default/a");
        Secret answered = context.update(cached);
        assertThat(answered.getMetadata().getResourceVersion())
            .isEqualTo(cached.getMetadata().getResourceVersion());
      });
      cluster.edit(Secret.class, "default", "a", each -> each.setData(data("later")));
      cluster.settle();
      script.run(
          context -> assertThat(context.read(Secret.class).get("default/a").getData())
              .isEqualTo(data("later")));
    }
  }

  private static Map<String, String> data(String text) {
    return Map.of(
        "text", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anObjectDeletedByOthersBetweenTwoListsDoesNotStayForever() {
    try (Script script = script()) {
      cluster.faults().stallWatches("secrets");
      script.run(context -> context.create(coloured("a", "red")));
      cluster.delete(ConfigMaps.secret("a"));
      cluster.create(coloured("b", "red"));
      cluster.faults().compact();
      cluster.faults().closeWatches("secrets"); // a list follows, which never had it
      cluster.advance(Duration.ofMinutes(1));
      script.run(context -> assertReads(context.read(Secret.class), "b"));
    }
  }

  @Test
  void aWriteThatLeavesTheSelectorLeavesTheReads() {
    informers.close();
    informers = replica
        .informers()
        .kind(Secret.class, options -> options.labelSelector("colour=red"))
        .build();
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Reader<Secret> reader = context.read(Secret.class);
        context.edit(
            reader.get("default/a"),
            each -> each.getMetadata().setLabels(Map.of("colour", "blue")));
        assertReads(reader);
        assertThat(reader.get("default/a")).isNull();
        context.create(coloured("b", "red"));
        context.create(coloured("c", "blue"));
        assertReads(reader, "b");
      });
    }
  }

  @Test
  void compactCachesAndTransformsShowOwnWritesInTheirForm() {
    informers.close();
    informers = replica
        .informers()
        .kind(
            Secret.class,
            options -> options.cacheForm(CacheForm.COMPACT).transform(secret -> {
              secret.setData(null);
              return secret;
            }))
        .build();
    try (Script script = script()) {
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        Secret created = coloured("a", "red");
        created.setData(data("secret"));
        assertThat(context.create(created).getData()).isEqualTo(data("secret"));
        Reader<Secret> reader = context.read(Secret.class);
        assertReads(reader, "a");
        assertThat(reader.get("default/a").getData()).isNullOrEmpty();
        // an edit of what the cache shows keeps what the transform left out
        context.edit(
            reader.get("default/a"),
            each -> each.getMetadata().setLabels(Map.of("colour", "red", "x", "y")));
      });
      assertThat(cluster.get(Secret.class, "default", "a").getData()).isEqualTo(data("secret"));
    }
  }

  @Test
  void metadataCachesShowOwnWrites() {
    var metadata = informers.metadata(Secret.class);
    try (Script script = new Script(cluster, informers, builder -> builder.reads(metadata))) {
      cluster.faults().stallWatches("secrets");
      script.run(context -> {
        context.create(coloured("a", "red"));
        assertThat(context.read(metadata).get("default/a").getMetadata().getLabels())
            .containsEntry("colour", "red");
      });
    }
  }

  @Test
  void aServerRestoredFromABackupIsReadAgainAfterAWhile() {
    try (Script script = script()) {
      cluster.faults().jumpResourceVersion(1_000_000);
      script.run(context -> context.create(coloured("a", "red")));
      cluster.settle();
      cluster.faults().restartWithOtherHistory(500);
      cluster.advance(Duration.ofMinutes(10));
      script.run(context -> {
        Secret read = context.read(Secret.class).get("default/a");
        Secret stored = cluster.get(Secret.class, "default", "a");
        assertThat(read == null).isEqualTo(stored == null);
      });
    }
  }

  @Test
  void aConflictIsResolvedByReadingAgain() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      cluster.edit(Secret.class, "default", "a", each -> each.setData(data("other")));
      script.run(context -> {
        Secret edited = context.edit(
            context.read(Secret.class).get("default/a"),
            each -> each.getMetadata().setAnnotations(Map.of("ours", "yes")));
        assertThat(edited.getData()).isEqualTo(data("other"));
      });
      Secret stored = cluster.get(Secret.class, "default", "a");
      assertThat(stored.getData()).isEqualTo(data("other"));
      assertThat(stored.getMetadata().getAnnotations()).containsEntry("ours", "yes");
    }
  }

  @Test
  void anEditWithoutADifferenceSendsNothing() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.clearRequests();
      script.run(context -> context.edit(
          context.read(Secret.class).get("default/a"),
          each -> each.getMetadata().setLabels(Map.of("colour", "red"))));
      assertThat(cluster.writes()).isEmpty();
    }
  }

  @Test
  void aDeleteIsForThisUidOnly() {
    try (Script script = script()) {
      cluster.create(coloured("a", "red"));
      cluster.settle();
      cluster.faults().stallWatches("secrets");
      cluster.delete(ConfigMaps.secret("a"));
      cluster.create(coloured("a", "red"));
      script.run(context -> {
        Secret old = context.read(Secret.class).get("default/a");
        assertThatThrownBy(() -> context.delete(old)).hasMessageContaining("409");
      });
      assertThat(cluster.get(Secret.class, "default", "a")).isNotNull();
    }
  }

  @Test
  void refusalsHaveTheCodeAndReasonOfTheServer() {
    try (Script script = script()) {
      cluster.faults().add(Fault.status(503).verb("create").resource("secrets").times(1));
      script.run(context -> assertThatThrownBy(() -> context.create(coloured("a", "red")))
          .isInstanceOfSatisfying(
              SourceException.class, refusal -> assertThat(refusal.code()).isEqualTo(503)));
    }
  }

  @Test
  void readingAKindThatIsNotCachedNamesTheRemedy() {
    try (Script script = script()) {
      script.run(context -> assertThatThrownBy(() -> context.read(Pod.class))
          .hasMessageContaining("does not cache Pod; add owns"));
    }
  }
}
