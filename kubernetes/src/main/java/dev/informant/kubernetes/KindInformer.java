package dev.informant.kubernetes;

import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedInformerRegistry;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.store.Lister;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One kind in one scope, of one factory: its informer and its lister. Until {@link #informer()} is called
 * it is a name only; from then until {@link #release()} it holds a share in the informer of that scope, which
 * runs as long as anybody holds one. Thread-safe.
 */
public final class KindInformer<T> {
  private final SharedInformerFactory factory;
  private final Resource resource;
  private final Codec<T> codec;
  private final String model;
  private final @Nullable String namespace;
  private final @Nullable String labelSelector;
  private final @Nullable String fieldSelector;
  private SharedInformerRegistry<Scope>.@Nullable Lease<T> share; // guarded by this
  private boolean asked; // guarded by this

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
   * The same kind in several namespaces, which may change while it runs. No argument is fine: namespaces can
   * be added later.
   *
   * @throws IllegalArgumentException if the kind does not live in namespaces
   */
  public NamespaceSetInformer<T> inNamespaces(String... names) {
    if (!resource.namespaced()) {
      throw new IllegalArgumentException(resource + " is not in namespaces");
    }
    return new NamespaceSetInformer<>(
        resource.toString(),
        codec.accessor(),
        name -> factory.lease(inNamespace(name)),
        factory.runtime(),
        List.of(names));
  }

  /**
   * The same kind in the namespaces that the options say, as they change. Each call gives a view of its own over
   * informers that are shared; close it when it is no longer needed.
   *
   * @throws IllegalArgumentException if the kind does not live in namespaces
   * @throws IllegalStateException if the options say no set of namespaces
   */
  public NamespaceSetInformer<T> inNamespaceSet() {
    if (!resource.namespaced()) {
      throw new IllegalArgumentException(resource + " is not in namespaces");
    }
    NamespaceSet set = namespace == null ? factory.namespacesOf(this) : null;
    if (set == null) {
      throw new IllegalStateException("no set of namespaces is said for " + resource
          + "; say one with the option namespaces(…), or name them here with inNamespaces(…)");
    }
    return factory.following(new NamespaceSetInformer<>(
        resource.toString(),
        codec.accessor(),
        name -> factory.lease(inNamespace(name)),
        factory.runtime(),
        set));
  }

  /**
   * The informer, shared by all who ask for this scope. If the factory is started, so is the informer; else
   * {@link SharedInformerFactory#start()} will do it. Asking again through the same object takes no further
   * share.
   *
   * @throws IllegalStateException if the options say a set of namespaces: see {@link #inNamespaceSet()}
   */
  public synchronized SharedIndexInformer<T> informer() {
    if (share == null || share.isReleased() || share.informer().isClosed()) {
      share = factory.lease(this);
      factory.shares().took(scope(), share);
      asked = true;
    }
    return share.informer();
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
   * Gives a share back: the one that {@link #informer()} took here, or, if it was never called here, the oldest that was
   * taken through another accessor of the same scope. So {@code pods().informer()} and later {@code pods().release()}
   * belong together. The last share closes the informer and waits for its handlers' calls; then the next {@link
   * #informer()} makes a new one. Does nothing if there is no such share.
   */
  public void release() {
    SharedInformerRegistry<Scope>.@Nullable Lease<?> given;
    synchronized (this) {
      given = share;
      share = null;
      if (given == null && !asked && !isSetOfNamespaces()) {
        given = factory.shares().oldest(scope());
      }
    }
    if (given != null) {
      factory.shares().gave(scope(), given);
      given.close();
    }
  }

  /** Whether it stands for several informers, which are not asked for here. */
  private boolean isSetOfNamespaces() {
    return resource.namespaced() && namespace == null && factory.namespacesOf(this) != null;
  }

  /** What the informer covers. */
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

  Scope scope(InformerOptions.Resolved<T> options) {
    if (resource.namespaced() && namespace == null && options.namespaces() != null) {
      throw new IllegalStateException("the options say a set of namespaces for " + resource
          + ", which is several informers; use inNamespaceSet() to read them as one, or"
          + " inNamespace(name) for one of them");
    }
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
