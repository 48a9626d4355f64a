package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SyncResult;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.Scope;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.LabelSelector;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the binding promises to do over HTTP, whatever the server. */
abstract class BindingSuite extends ClusterFixture {
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  private ResourceEventHandler<ConfigMap> recorder() {
    return ResourceEventHandler.<ConfigMap>builder()
        .onAdd((map, initial) -> heard.add("add " + map.getMetadata().getName() + " " + initial))
        .onUpdate((before, after) -> heard.add("update " + after.getData().get("value")))
        .onDelete(deleted -> heard.add("delete " + deleted.key()))
        .build();
  }

  private String next() throws InterruptedException {
    return heard.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private KindInformer<ConfigMap> configMaps(SharedInformerFactory informers) {
    return informers.core().v1().configMaps().namespace(namespace);
  }

  @Test
  void everyStableGroupOfTheAccessorsSyncs() throws Exception {
    SharedInformerFactory informers = started(builder());
    List<KindInformer<?>> kinds = new ArrayList<>(List.of(
        informers.core().v1().pods(),
        informers.core().v1().nodes(),
        informers.core().v1().secrets(),
        informers.core().v1().services(),
        informers.apps().v1().deployments(),
        informers.batch().v1().cronJobs(),
        informers.autoscaling().v2().horizontalPodAutoscalers(),
        informers.admissionregistration().v1().validatingWebhookConfigurations(),
        informers.apiextensions().v1().customResourceDefinitions(),
        informers.apiregistration().v1().apiServices(),
        informers.certificates().v1().certificateSigningRequests(),
        informers.coordination().v1().leases(),
        informers.discovery().v1().endpointSlices(),
        informers.events().v1().events(),
        informers.flowcontrol().v1().flowSchemas(),
        informers.networking().v1().ingresses(),
        informers.node().v1().runtimeClasses(),
        informers.policy().v1().podDisruptionBudgets(),
        informers.rbac().v1().clusterRoles(),
        informers.scheduling().v1().priorityClasses(),
        informers.storage().v1().storageClasses()));
    if (client.getApiResources("resource.k8s.io/v1") != null) { // since Kubernetes 1.34
      kinds.add(informers.resource().v1().deviceClasses());
    }
    kinds.forEach(KindInformer::informer);
    informers.awaitSynced(LIMIT);
    Map<Scope, SyncResult> results = informers.syncResults();
    assertThat(results).hasSize(kinds.size());
    assertThat(results)
        .allSatisfy((scope, result) -> Assertions.assertThat(result.failure()).isNull());
  }

  @Test
  void changesOfATypedKindAreHeardAndRead() throws Exception {
    create("before", "0");
    SharedInformerFactory informers = started(builder().transform(Transforms.stripManagedFields()));
    KindInformer<ConfigMap> maps = configMaps(informers);
    Index<ConfigMap> byValue =
        maps.informer().index("value", map -> map.getData().get("value"));
    maps.informer().addHandler(recorder()).awaitSynced(LIMIT);
    assertThat(next()).isEqualTo("add before true");
    create("web", "1");
    assertThat(next()).isEqualTo("add web false");
    ConfigMap second = update("web", "2");
    assertThat(next()).isEqualTo("update 2");
    maps.informer().awaitVersion(version(second), LIMIT).join();
    ConfigMap cached = maps.informer().lister().namespace(namespace).get("web");
    assertThat(version(cached)).isEqualTo(version(second));
    assertThat(cached.getMetadata().getManagedFields()).isEmpty();
    assertThat(byValue.get("2")).containsExactly(cached);
    delete("web");
    assertThat(next()).isEqualTo("delete " + namespace + "/web");
    assertThat(maps.informer().lister().namespace(namespace).get("web")).isNull();
  }

  @Test
  void aQuietKindIsSyncedAfterAWarmStartWhileOthersMoveTheVersion(@TempDir Path directory)
      throws Exception {
    System.setProperty("informant.smallKind", "-1"); // it would be listed
    try {
      create("quiet", "1");
      for (int run = 0; run < 2; run++) {
        SharedInformerFactory informers = started(builder().cacheDirectory(directory));
        Informer<ConfigMap> maps = configMaps(informers).informer();
        maps.awaitSynced(Duration.ofSeconds(30));
        assertThat(maps.snapshot().keys()).contains(namespace + "/quiet");
        informers.close();
        client
            .resource(new SecretBuilder()
                .withNewMetadata()
                .withName("other-" + run)
                .withNamespace(namespace)
                .endMetadata()
                .build())
            .create();
      }
    } finally {
      System.clearProperty("informant.smallKind");
    }
  }

  @Test
  void theDecodedObjectIsTheOneTheClientReads() throws Exception {
    create("same", "x", Map.of("a", "b"));
    KindInformer<ConfigMap> maps = configMaps(started(builder()));
    maps.informer().awaitSynced(LIMIT);
    assertThat(maps.informer().lister().namespace(namespace).get("same"))
        .isEqualTo(client.configMaps().inNamespace(namespace).withName("same").get());
  }

  @Test
  void streamedPagedAndWholeListsHoldTheSame() throws Exception {
    for (int i = 0; i < 6; i++) {
      create("map-" + i, "v");
    }
    String last = version(create("map-6", "v"));
    Informer<ConfigMap> streamed = configMaps(started(builder())).informer();
    Informer<ConfigMap> whole = configMaps(
            started(builder().options(o -> o.watchList(WatchListPolicy.NEVER))))
        .informer();
    Informer<ConfigMap> paged = configMaps(
            started(builder().options(o -> o.watchList(WatchListPolicy.NEVER).pageSize(2))))
        .informer();
    for (Informer<ConfigMap> informer : List.of(streamed, whole, paged)) {
      informer.awaitSynced(LIMIT);
      // a list at version 0 may be older than what was written before it
      informer.awaitVersion(last, LIMIT).join();
      assertThat(informer.snapshot().list())
          .containsExactlyInAnyOrderElementsOf(
              client.configMaps().inNamespace(namespace).list().getItems());
    }
  }

  @Test
  void theServerSelectsByLabelsAndFields() throws Exception {
    create("chosen", "1", Map.of("app", "web"));
    create("other", "1", Map.of("app", "db"));
    SharedInformerFactory informers = started(builder());
    KindInformer<ConfigMap> labelled = configMaps(informers).withLabels("app=web");
    KindInformer<ConfigMap> named = configMaps(informers).withFields("metadata.name=other");
    labelled.informer().awaitSynced(LIMIT);
    named.informer().awaitSynced(LIMIT);
    assertThat(labelled.informer().snapshot().keys()).containsExactly(namespace + "/chosen");
    assertThat(named.informer().snapshot().keys()).containsExactly(namespace + "/other");
  }

  @Test
  void metadataAloneIsCachedAndFollowed() throws Exception {
    create("meta", "a secret", Map.of("a", "b"));
    SharedInformerFactory informers = started(builder());
    KindInformer<PartialObjectMetadata> maps =
        informers.metadata(ConfigMap.class).namespace(namespace);
    maps.informer().awaitSynced(LIMIT);
    PartialObjectMetadata cached = maps.informer().lister().namespace(namespace).get("meta");
    assertThat(cached.getMetadata().getLabels()).containsEntry("a", "b");
    ConfigMap changed = update("meta", "another");
    maps.informer().awaitVersion(version(changed), LIMIT).join();
    assertThat(maps.informer()
            .lister()
            .namespace(namespace)
            .get("meta")
            .getMetadata()
            .getResourceVersion())
        .isEqualTo(version(changed));
  }

  @Test
  void treesAndGenericObjectsHoldWhatTheTypedOnesHold() throws Exception {
    create("any", "v");
    SharedInformerFactory informers = started(builder());
    KindInformer<JsonNode> trees =
        informers.trees(Resource.of(ConfigMap.class)).namespace(namespace);
    KindInformer<GenericKubernetesResource> generic =
        informers.forResource(Resource.of(ConfigMap.class)).namespace(namespace);
    trees.informer().awaitSynced(LIMIT);
    generic.informer().awaitSynced(LIMIT);
    assertThat(trees
            .informer()
            .lister()
            .namespace(namespace)
            .get("any")
            .path("data")
            .path("value")
            .asText())
        .isEqualTo("v");
    assertThat(generic
            .informer()
            .lister()
            .namespace(namespace)
            .get("any")
            .<Object>get("data", "value"))
        .isEqualTo("v");
  }

  @Test
  void aSetOfNamespacesFollowsItsMembers() throws Exception {
    String first = namespace;
    create("one", "1");
    String second = newNamespace();
    namespace = second;
    create("two", "2");
    SharedInformerFactory informers = started(builder());
    NamespaceSet set = NamespaceSet.of(first);
    Informer<ConfigMap> maps =
        informers.core().v1().configMaps().namespaces(set).informer();
    // A cluster with controllers puts a map of its own into each namespace.
    var registration = maps.addHandler(
        recorder(),
        HandlerOptions.<ConfigMap>defaults().withFilter(map -> map.getData().containsKey("value")));
    registration.awaitSynced(LIMIT);
    assertThat(next()).isEqualTo("add one true");
    set.add(second);
    assertThat(next()).startsWith("add two");
    maps.awaitSynced(LIMIT);
    assertThat(maps.lister().namespace(second).get("two")).isNotNull();
    set.remove(first).get(60, TimeUnit.SECONDS);
    assertThat(next()).isEqualTo("delete " + first + "/one");
    assertThat(maps.lister().namespace(first).list(LabelSelector.everything())).isEmpty();
    update("two", "3");
    assertThat(next()).isEqualTo("update 3");
  }

  @Test
  void aKindWithoutItsDefinitionSaysSoAndSyncsOnceItIsDefined() throws Exception {
    String group = "g" + Long.toString(System.nanoTime(), 36) + ".example.com";
    Resource widgets = new Resource(group, "v1", "widgets", "Widget", /* namespaced= */ true);
    SharedInformerFactory informers = started(builder());
    KindInformer<GenericKubernetesResource> kind = informers.forResource(widgets);
    eventually("the state names the missing kind", () -> {
      Throwable cause = kind.informer().state().cause();
      return cause != null && cause.getMessage().contains("no such kind: widgets." + group);
    });
    Assertions.assertThatThrownBy(() -> kind.informer().awaitSynced(Duration.ofMillis(50)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("404");

    CustomResourceDefinition definition = client.resource(definition(widgets)).create();
    kind.informer().awaitSynced(LIMIT);
    var api = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion("v1")
        .withKind("Widget")
        .withPlural("widgets")
        .withNamespaced(true)
        .build());
    api.inNamespace(namespace)
        .resource(new GenericKubernetesResourceBuilder()
            .withApiVersion(widgets.apiVersion())
            .withKind("Widget")
            .withNewMetadata()
            .withName("w")
            .endMetadata()
            .addToAdditionalProperties("spec", Map.of("size", 7))
            .build())
        .create();
    eventually("the widget is cached", () -> kind.informer().snapshot().size() == 1);
    assertThat(kind.informer().lister().namespace(namespace).get("w").<Object>get("spec", "size"))
        .isEqualTo(7);

    client.resource(definition).delete();
    eventually(
        "the widget left with its definition", () -> kind.informer().snapshot().size() == 0);
    eventually("discovery has forgotten the kind", () -> {
      informers.clusterKinds().forget();
      var kinds = informers.clusterKinds().kinds().join();
      return kinds.failures().isEmpty()
          && kinds.kinds().stream().noneMatch(any -> any.resource().group().equals(group));
    });
  }

  @Test
  void discoveryFindsKindsByAnyName() throws Exception {
    SharedInformerFactory informers = started(builder());
    for (String name : List.of("deploy", "deployments", "deployment", "Deployment")) {
      assertThat(informers.clusterKinds().find(name).get(60, TimeUnit.SECONDS))
          .hasValueSatisfying(
              kind -> assertThat(kind.resource().toString()).isEqualTo("deployments.apps/v1"));
    }
    assertThat(informers.clusterKinds().kinds().get(60, TimeUnit.SECONDS).failures())
        .isEmpty();
  }

  static CustomResourceDefinition definition(Resource resource) {
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName(resource.plural() + "." + resource.group())
        .endMetadata()
        .withNewSpec()
        .withGroup(resource.group())
        .withScope("Namespaced")
        .withNewNames()
        .withKind(resource.kind())
        .withPlural(resource.plural())
        .withSingular("widget")
        .endNames()
        .addNewVersion()
        .withName(resource.version())
        .withServed(true)
        .withStorage(true)
        .withNewSchema()
        .withNewOpenAPIV3Schema()
        .withType("object")
        .withXKubernetesPreserveUnknownFields(true)
        .endOpenAPIV3Schema()
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }
}
