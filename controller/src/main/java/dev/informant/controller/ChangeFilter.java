package dev.informant.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which changes of a watched kind run a key. The ready-made filters compare updates, and pass every add and delete.
 * Called in the handler of the informer: it must be quick. A filter that throws drops the change and is logged.
 */
@FunctionalInterface
public interface ChangeFilter<T extends HasMetadata> {
  boolean passes(ObjectChange<? extends T> change);

  /** Both pass. */
  default ChangeFilter<T> and(ChangeFilter<? super T> other) {
    return change -> passes(change) && other.passes(change);
  }

  /** At least one passes. */
  default ChangeFilter<T> or(ChangeFilter<? super T> other) {
    return change -> passes(change) || other.passes(change);
  }

  /** This one does not pass. */
  default ChangeFilter<T> not() {
    return change -> !passes(change);
  }

  /**
   * Updates that change the generation, which means the spec, or that request the deletion. Status and metadata do not count.
   * An object without a generation always passes.
   */
  static <T extends HasMetadata> ChangeFilter<T> generation() {
    return updates((before, after) -> {
      Long generation = after.getMetadata().getGeneration();
      return generation == null
          || !generation.equals(before.getMetadata().getGeneration())
          || !Objects.equals(
              before.getMetadata().getDeletionTimestamp(),
              after.getMetadata().getDeletionTimestamp());
    });
  }

  /** Updates that change labels. */
  static <T extends HasMetadata> ChangeFilter<T> labels() {
    return updates((before, after) ->
        differ(before.getMetadata().getLabels(), after.getMetadata().getLabels()));
  }

  /** Updates that change annotations. */
  static <T extends HasMetadata> ChangeFilter<T> annotations() {
    return updates((before, after) ->
        differ(before.getMetadata().getAnnotations(), after.getMetadata().getAnnotations()));
  }

  /** Updates for which a function of both states returns true; every add and delete. */
  static <T extends HasMetadata> ChangeFilter<T> updates(
      BiPredicate<? super T, ? super T> matters) {
    return change -> {
      T before = change.before();
      T after = change.after();
      return before == null || after == null || matters.test(before, after);
    };
  }

  /** Changes of objects that match: before, after, or both. */
  static <T extends HasMetadata> ChangeFilter<T> objects(Predicate<? super T> matches) {
    return change -> {
      T before = change.before();
      T after = change.after();
      return (before != null && matches.test(before)) || (after != null && matches.test(after));
    };
  }

  private static boolean differ(@Nullable Object before, @Nullable Object after) {
    return !Objects.equals(orNothing(before), orNothing(after));
  }

  private static @Nullable Object orNothing(@Nullable Object map) {
    return map instanceof java.util.Map<?, ?> all && all.isEmpty() ? null : map;
  }
}
