package dev.informant.controller;

import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.rest.PatchType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one run may use: reads from the caches, and writes to the API server.
 *
 * <p><b>Reads</b> see what was written through contexts of this process, also before the watch has delivered it.
 *
 * <p><b>RunWrites</b> wait for the answer of the server. They are sent only while the run has the right to write: after its term
 * of leadership has ended, after its deadline and after it has returned they throw {@link RunEndedException}. A refusal of the
 * server is a {@link dev.informant.source.SourceException} with code and reason: let it pass to run the key again. A client of
 * your own has neither: its writes are not checked, and reads do not see them.
 *
 * <p>Belongs to the thread of the run.
 */
public final class Context<T extends HasMetadata> {
  private final String controller;
  private final String key;
  private final T object;
  private final int failures;
  private final Run run;
  private final Caches caches;
  private final RunWrites writes;
  private final EventRecorder events;

  Context(
      String controller,
      String key,
      T object,
      int failures,
      Run run,
      Caches caches,
      RunWrites writes,
      EventRecorder events) {
    this.controller = controller;
    this.key = key;
    this.object = object;
    this.failures = failures;
    this.run = run;
    this.caches = caches;
    this.writes = writes;
    this.events = events;
  }

  /** The name of the controller. */
  public String controller() {
    return controller;
  }

  /** The key of the object: {@code namespace/name}, or {@code name} for a kind of cluster scope. */
  public String key() {
    return key;
  }

  /** How often the key failed in a row before this run. */
  public int failures() {
    return failures;
  }

  /** The term of leadership in which the run began. */
  public Term term() {
    return run.term();
  }

  // ---- reads

  /**
   * Reads a kind by its class.
   *
   * @throws IllegalArgumentException if no controller here watches or reads it
   */
  public <S extends HasMetadata> Reader<S> read(Class<S> type) {
    return cache(type, type.getSimpleName());
  }

  /** Reads a kind as described to the controller: the very same description. */
  public <S extends HasMetadata> Reader<S> read(KindInformer<S> kind) {
    return cache(kind, kind.resource().toString());
  }

  /** The objects of an owned kind whose controller is the object of this run, judged by uid. */
  public <S extends HasMetadata> List<S> owned(Class<S> type) {
    return owned(type, type.getSimpleName());
  }

  /** As {@link #owned(Class)}, for a kind as described to the controller. */
  public <S extends HasMetadata> List<S> owned(KindInformer<S> kind) {
    return owned(kind, kind.resource().toString());
  }

  private <S extends HasMetadata> List<S> owned(Object identity, String name) {
    CachedKind<S> cache = cache(identity, name);
    cache.index(Owners.INDEX, Owners::uidOfController);
    return cache.byIndex(Owners.INDEX, object.getMetadata().getUid());
  }

  private <S extends HasMetadata> CachedKind<S> cache(Object identity, String name) {
    CachedKind<S> cache = caches.find(identity);
    if (cache == null) {
      throw new IllegalArgumentException("controller " + controller + " does not cache " + name
          + "; add owns(…), watches(…) or reads(…) for it");
    }
    return cache;
  }

  /** Reads an object from the server instead of the cache. */
  public <S extends HasMetadata> S fetch(S known) {
    return writes.fetch(known);
  }

  // ---- writes

  /** Creates an object; without a namespace it gets that of the object of this run. Returns it as the server stored it. */
  public <S extends HasMetadata> S create(S created) {
    return writes.create(created);
  }

  /** Replaces an object. Fails with a conflict if it has changed since its resourceVersion. */
  public <S extends HasMetadata> S update(S changed) {
    return writes.update(changed, "");
  }

  /** Replaces the status of an object. Fails with a conflict if it has changed since its resourceVersion. */
  public <S extends HasMetadata> S updateStatus(S changed) {
    return writes.update(changed, "status");
  }

  /**
   * Changes an object: {@code change} is applied to a copy, and only the difference is sent. After a conflict the object is read
   * from the server and {@code change} applied again. Nothing is sent if nothing differs, so that a controller does not
   * trigger itself.
   *
   * @return the object as the server stored it
   */
  public <S extends HasMetadata> S edit(S known, Consumer<? super S> change) {
    return writes.edit(known, "", change);
  }

  /** As {@link #edit}, for the status. */
  public <S extends HasMetadata> S editStatus(S known, Consumer<? super S> change) {
    return writes.edit(known, "status", change);
  }

  /** Patches an object. */
  public <S extends HasMetadata> S patch(S known, PatchType type, Object body) {
    return writes.patch(known, type, body, "");
  }

  /**
   * Applies an object: server-side apply with the name of the controller as field manager, taking over fields of others. Set
   * only the fields that this controller decides.
   */
  public <S extends HasMetadata> S apply(S desired) {
    return writes.apply(desired, "");
  }

  /** As {@link #apply}, for the status. */
  public <S extends HasMetadata> S applyStatus(S desired) {
    return writes.apply(desired, "status");
  }

  /**
   * Deletes an object, if it has still the uid of {@code known}.
   *
   * @return false if it was already gone
   */
  public boolean delete(HasMetadata known) {
    return writes.delete(known, /* propagation= */ null);
  }

  /**
   * As {@link #delete(HasMetadata)}.
   *
   * @param propagation {@code Foreground}, {@code Background} or {@code Orphan}
   */
  public boolean delete(HasMetadata known, String propagation) {
    return writes.delete(known, propagation);
  }

  /** What makes the object of this run the controller of another one: add it to its metadata. */
  public OwnerReference ownerReference() {
    return new OwnerReferenceBuilder()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withName(object.getMetadata().getName())
        .withUid(object.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  // ---- events

  /** Records that something happened to the object of this run. Does not wait for the server. */
  public void event(String reason, String action, String note) {
    events.record(object, null, EventRecorder.NORMAL, reason, action, note);
  }

  /** Records that something went wrong with the object of this run. Does not wait for the server. */
  public void warning(String reason, String action, String note) {
    events.record(object, null, EventRecorder.WARNING, reason, action, note);
  }

  /** Records an event about another object, or with a related one. */
  public void event(
      HasMetadata regarding,
      @Nullable HasMetadata related,
      String type,
      String reason,
      String action,
      String note) {
    events.record(regarding, related, type, reason, action, note);
  }
}
