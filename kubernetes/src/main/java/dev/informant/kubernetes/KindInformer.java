package dev.informant.kubernetes;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.LabelSelector;
import dev.informant.source.ListOptions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes one kind in one scope of a factory; {@link #informer()} opens informers from it. Each method returns a
 * changed copy. Without {@code namespace} or {@code namespaces} the namespaces of the options apply; the default is
 * all. Immutable.
 */
public final class KindInformer<T> {
  private final SharedInformerFactory factory;
  private final Resource resource;
  private final Codec<T> codec;
  private final String model;
  private final @Nullable String namespace;
  private final @Nullable NamespaceSet namespaces;
  private final @Nullable String labelSelector;
  private final @Nullable String fieldSelector;

  KindInformer(SharedInformerFactory factory, Resource resource, Codec<T> codec, String model) {
    this(factory, resource, codec, model, null, null, null, null);
  }

  private KindInformer(
      SharedInformerFactory factory,
      Resource resource,
      Codec<T> codec,
      String model,
      @Nullable String namespace,
      @Nullable NamespaceSet namespaces,
      @Nullable String labelSelector,
      @Nullable String fieldSelector) {
    this.factory = factory;
    this.resource = resource;
    this.codec = codec;
    this.model = model;
    this.namespace = namespace;
    this.namespaces = namespaces;
    this.labelSelector = labelSelector;
    this.fieldSelector = fieldSelector;
  }

  /**
   * Returns the same kind in one namespace, instead of the configured ones; empty means all.
   *
   * @throws IllegalArgumentException if it is not the name of a namespace, or the kind is of cluster scope
   */
  public KindInformer<T> namespace(String name) {
    if (!name.isEmpty()) {
      refuseClusterScope();
    }
    return in(NamespaceName.orAll(name), null);
  }

  /**
   * Returns the same kind in several namespaces, instead of the configured ones.
   *
   * @throws IllegalArgumentException if no namespace is given, one is not the name of a namespace, or the kind is of
   *     cluster scope
   */
  public KindInformer<T> namespaces(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(
          "no namespaces given for " + resource
              + "; for all namespaces leave this out, for a set that changes use namespaces(NamespaceSet)");
    }
    return namespaces(NamespaceSet.of(names));
  }

  /**
   * Returns the same kind in a set of namespaces that may change while informers run, instead of the configured ones.
   *
   * @throws IllegalArgumentException if the kind is of cluster scope
   */
  public KindInformer<T> namespaces(NamespaceSet set) {
    Objects.requireNonNull(set, "namespaces");
    refuseClusterScope();
    return in(null, set);
  }

  private void refuseClusterScope() {
    if (!resource.namespaced()) {
      throw new IllegalArgumentException(resource + " is not in namespaces");
    }
  }

  private KindInformer<T> in(@Nullable String one, @Nullable NamespaceSet several) {
    return new KindInformer<>(
        factory, resource, codec, model, one, several, labelSelector, fieldSelector);
  }

  /**
   * Returns the same kind with only objects whose labels match, instead of the configured selector.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public KindInformer<T> withLabels(String selector) {
    String checked = ListOptions.NONE.withLabelSelector(selector).labelSelector();
    return new KindInformer<>(
        factory, resource, codec, model, namespace, namespaces, checked, fieldSelector);
  }

  /**
   * Returns the same kind with only objects whose fields match, instead of the configured selector.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public KindInformer<T> withFields(String selector) {
    String checked = ListOptions.NONE.withFieldSelector(selector).fieldSelector();
    return new KindInformer<>(
        factory, resource, codec, model, namespace, namespaces, labelSelector, checked);
  }

  /**
   * Opens an informer. Every call returns a new handle; handles of equal scopes share one informer, which runs until
   * the last of them is closed. Closing a handle removes its handlers and indexes. If the factory is started, the
   * informer is started too; otherwise {@link SharedInformerFactory#start()} starts it. Closing the factory closes all
   * handles.
   *
   * @throws IllegalStateException if the factory is closed
   */
  public Informer<T> informer() {
    return factory.open(this);
  }

  /**
   * Returns the scope of the informer.
   *
   * @throws IllegalStateException if it covers several namespaces: each of them has its own scope
   */
  public Scope scope() {
    return factory.scopeOf(this);
  }

  /** The collection of the kind. */
  public Resource resource() {
    return resource;
  }

  /**
   * Decodes an object that the server returned into what the informer would cache: in its model, and transformed.
   *
   * @throws dev.informant.kubernetes.codec.DecodeException if the bytes are not such an object
   */
  public T decode(byte[] json) {
    return factory.decode(this, json);
  }

  /**
   * Whether the informer caches {@code object}, judged by namespace and labels. Field selectors are evaluated by the server
   * only: they are ignored here, see {@link #hasFieldSelector()}.
   */
  public boolean covers(T object) {
    return factory.covers(this, object);
  }

  /** The namespaces that the informer covers now; a single empty name means all of them, or a kind of cluster scope. */
  public Set<String> coveredNamespaces() {
    return factory.namespacesOf(this);
  }

  Set<String> namespaceNames(InformerOptions<T> options) {
    NamespaceSet several = namespaces(options);
    return several != null ? several.names() : Set.of(scope(options).namespace());
  }

  /** Whether the informer caches only objects whose fields match. */
  public boolean hasFieldSelector() {
    return factory.hasFieldSelector(this);
  }

  boolean covers(InformerOptions<T> options, T object) {
    String in = codec.accessor().namespace(object);
    NamespaceSet several = namespaces(options);
    boolean here = several != null
        ? several.names().contains(in)
        : !resource.namespaced()
            || first(namespace, options.namespace()).isEmpty()
            || first(namespace, options.namespace()).equals(in);
    String labels = first(labelSelector, options.get(InformerOptions.LABEL_SELECTOR));
    return here && LabelSelector.parse(labels).matches(codec.accessor().labels(object));
  }

  boolean hasFieldSelector(InformerOptions<T> options) {
    return !first(fieldSelector, options.get(InformerOptions.FIELD_SELECTOR)).isEmpty();
  }

  String model() {
    return model;
  }

  Codec<T> codec() {
    return codec;
  }

  /** The namespaces if they are several; null if not. */
  @Nullable
  NamespaceSet namespaces(InformerOptions<T> options) {
    if (!resource.namespaced() || namespace != null) {
      return null;
    }
    return namespaces == null ? options.namespaces() : namespaces;
  }

  Scope scope(InformerOptions<T> options) {
    if (namespaces(options) != null) {
      throw new IllegalStateException(
          resource + " is configured for several namespaces, each of which has its"
              + " own scope; use namespace(name) for one of them");
    }
    return new Scope(
        resource,
        model,
        resource.namespaced() ? first(namespace, options.namespace()) : "",
        first(labelSelector, options.get(InformerOptions.LABEL_SELECTOR)),
        first(fieldSelector, options.get(InformerOptions.FIELD_SELECTOR)));
  }

  private static String first(@Nullable String here, String otherwise) {
    return here == null ? otherwise : here;
  }
}
