package dev.informant.source;

import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import org.jspecify.annotations.Nullable;

/** Hands the events of a watch to the queue, as far as they can be understood. Not thread-safe. */
final class QueueTarget<T> implements EventTarget<T> {
  private final Intake<T> intake;
  private final Queue<Revision<T>> destination;
  private final SyncVersion version;
  private final ReflectorListener<T> listener;

  QueueTarget(
      Intake<T> intake,
      Queue<Revision<T>> destination,
      SyncVersion version,
      ReflectorListener<T> listener) {
    this.intake = intake;
    this.destination = destination;
    this.version = version;
    this.listener = listener;
  }

  @Override
  public @Nullable String version(Item<T> item) {
    return intake.version(item);
  }

  @Override
  public void added(Item<T> item) {
    if (intake.event(item) instanceof Intake.Result.Accepted<T> accepted) {
      destination.add(accepted.revision());
    }
  }

  @Override
  public void modified(Item<T> item) {
    if (intake.event(item) instanceof Intake.Result.Accepted<T> accepted) {
      destination.update(accepted.revision());
    }
  }

  @Override
  public void deleted(Item<T> item) {
    Intake.Result<T> result = intake.event(item);
    if (result instanceof Intake.Result.Accepted<T> accepted) {
      destination.delete(accepted.revision());
    } else if (!result.key().isEmpty()) {
      destination.deleteFinalStateUnknown(result.key(), intake.previous(result.key()));
    }
    intake.gone(result);
  }

  @Override
  public void bookmark(String resourceVersion, boolean initialEventsEnd) {
    destination.bookmark(resourceVersion);
    listener.onBookmark(resourceVersion);
  }

  @Override
  public void reached(String resourceVersion) {
    if (version.reached(resourceVersion)) {
      listener.onResourceVersion(resourceVersion);
    }
  }
}
