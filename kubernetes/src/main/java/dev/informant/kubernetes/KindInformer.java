package dev.informant.kubernetes;

import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.store.Lister;
import org.jspecify.annotations.Nullable;

/**
 * One kind in one scope, of one factory: its informer and its lister. It is a name only; {@link
 * #informer()} makes the informer when first asked. Immutable and thread-safe.
 */
public final class KindInformer<T> {
  private final SharedInformerFactory factory;
  private final Resource resource;
  private final Codec<T> codec;
  private final String model;
  private final @Nullable String namespace;
  private final @Nullable String labelSelector;
  private final @Nullable String fieldSelector;

  KindInformer(SharedInformerFactory factory, Resource resource, Codec<T> codec, String model) {
    this(factory, resource, codec, model, null, null, null);
  }

  private KindInformer(
      SharedInformerFactory factory,
      Resource resource,
      Codec<T> codec,
      String model,
      @Nullable String namespace,
      @Nullable String labelSelector,
      @Nullable String fieldSelector) {
    this.factory = factory;
    this.resource = resource;
    this.codec = codec;
    this.model = model;
    this.namespace = namespace;
    this.labelSelector = labelSelector;
    this.fieldSelector = fieldSelector;
  }

  /** The same kind in one namespace, whatever the options say; empty means all. */
  public KindInformer<T> inNamespace(String name) {
    return new KindInformer<>(factory, resource, codec, model, name, labelSelector, fieldSelector);
  }

  /** The same kind, only objects whose labels match, whatever the options say. */
  public KindInformer<T> withLabels(String selector) {
    return new KindInformer<>(factory, resource, codec, model, namespace, selector, fieldSelector);
  }

  /** The same kind, only objects whose fields match, whatever the options say. */
  public KindInformer<T> withFields(String selector) {
    return new KindInformer<>(factory, resource, codec, model, namespace, labelSelector, selector);
  }

  /**
   * The informer, shared by all who ask for this scope. A new one is started by the next {@link
   * SharedInformerFactory#start()}.
   */
  public SharedIndexInformer<T> informer() {
    return factory.informer(this);
  }

  /**
   * Finds objects in the informer's cache.
   *
   * @throws IllegalStateException if nobody has asked for the informer: reading never starts a watch
   */
  public Lister<T> lister() {
    SharedIndexInformer<T> informer = factory.existing(this);
    if (informer == null) {
      throw new IllegalStateException("nobody watches " + scope()
          + ", so there is nothing to read; call informer() and then start() on the factory");
    }
    return new Lister<>(informer.indexer(), codec.accessor());
  }

  /**
   * Closes the informer, for everybody who shares it, and forgets it; the next {@link #informer()} makes
   * a new one. Does nothing if there is none.
   */
  public void release() {
    factory.release(this);
  }

  /** What the informer covers. */
  public Scope scope() {
    return factory.scopeOf(this);
  }

  Resource resource() {
    return resource;
  }

  Codec<T> codec() {
    return codec;
  }

  Scope scope(InformerOptions.Resolved<T> options) {
    return new Scope(
        resource,
        model,
        resource.namespaced() ? said(namespace, options.namespace()) : "",
        said(labelSelector, options.labelSelector()),
        said(fieldSelector, options.fieldSelector()));
  }

  private static String said(@Nullable String here, String otherwise) {
    return here == null ? otherwise : here;
  }
}
