package dev.informant.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Makes the world what one object requests. It is called with the state of the object, not with an event: it compares and
 * corrects, and running it twice must be harmless. It may block. One key has one run at a time; different keys run
 * concurrently if the controller allows it.
 */
@FunctionalInterface
public interface Reconciler<T extends HasMetadata> {
  /**
   * @param object shared with the cache: do not change it
   * @return what happens next; not null
   * @throws Exception means {@link Outcome#retry}
   */
  Outcome reconcile(T object, Context<T> context) throws Exception;
}
