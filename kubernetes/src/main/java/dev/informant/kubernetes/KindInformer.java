package dev.informant.kubernetes;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.transport.Resource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One kind in one scope, of one factory: a description from which {@link #informer()} opens informers. Each method returns
 * a changed copy; without {@code namespace} or {@code namespaces} the options decide, and without these it covers all
 * namespaces. Immutable.
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

  /** The same kind in one namespace, instead of those of the options; empty means all. Kinds of cluster scope ignore it. */
  public KindInformer<T> namespace(String name) {
    return in(Objects.requireNonNull(name, "namespace"), null);
  }

  /**
   * The same kind in several namespaces, instead of those of the options.
   *
   * @throws IllegalArgumentException if no namespace is given, or the kind is of cluster scope
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
   * The same kind in a set of namespaces that may change while informers run, instead of those of the options.
   *
   * @throws IllegalArgumentException if the kind is of cluster scope
   */
  public KindInformer<T> namespaces(NamespaceSet set) {
    Objects.requireNonNull(set, "namespaces");
    if (!resource.namespaced()) {
      throw new IllegalArgumentException(resource + " is not in namespaces");
    }
    return in(null, set);
  }

  private KindInformer<T> in(@Nullable String one, @Nullable NamespaceSet several) {
    return new KindInformer<>(
        factory, resource, codec, model, one, several, labelSelector, fieldSelector);
  }

  /**
   * The same kind, only objects whose labels match, instead of the selector of the options.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public KindInformer<T> withLabels(String selector) {
    Selectors.checkLabels(selector);
    return new KindInformer<>(
        factory, resource, codec, model, namespace, namespaces, selector, fieldSelector);
  }

  /**
   * The same kind, only objects whose fields match, instead of the selector of the options.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public KindInformer<T> withFields(String selector) {
    Selectors.checkFields(selector);
    return new KindInformer<>(
        factory, resource, codec, model, namespace, namespaces, labelSelector, selector);
  }

  /**
   * Opens an informer. Every call returns a new handle; handles of equal scopes share one informer, which runs until the last
   * of them is closed. Closing a handle removes its handlers and indexes. If the factory is started, so is the informer; else
   * {@link SharedInformerFactory#start()} starts it. In several namespaces it is a {@link NamespaceSetInformer}. Closing the
   * factory closes all handles.
   *
   * @throws IllegalStateException if the factory is closed
   */
  public Informer<T> informer() {
    return factory.open(this);
  }

  /**
   * What the informer covers.
   *
   * @throws IllegalStateException if that is several namespaces: each of them has its own scope
   */
  public Scope scope() {
    return factory.scopeOf(this);
  }

  Resource resource() {
    return resource;
  }

  String model() {
    return model;
  }

  Codec<T> codec() {
    return codec;
  }

  /** The namespaces if they are several; null if not. */
  @Nullable
  NamespaceSet namespaces(InformerOptions.Resolved<T> options) {
    if (!resource.namespaced() || namespace != null) {
      return null;
    }
    return namespaces == null ? options.namespaces() : namespaces;
  }

  Scope scope(InformerOptions.Resolved<T> options) {
    if (namespaces(options) != null) {
      throw new IllegalStateException(
          resource + " is configured for several namespaces, each of which has its"
              + " own scope; use namespace(name) for one of them");
    }
    return new Scope(
        resource,
        model,
        resource.namespaced() ? first(namespace, options.namespace()) : "",
        first(labelSelector, options.labelSelector()),
        first(fieldSelector, options.fieldSelector()));
  }

  private static String first(@Nullable String here, String otherwise) {
    return here == null ? otherwise : here;
  }
}
