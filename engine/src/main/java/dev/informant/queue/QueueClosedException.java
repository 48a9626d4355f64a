package dev.informant.queue;

/** Thrown by {@link Queue#pop} if the queue is closed and empty. */
public final class QueueClosedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public QueueClosedException() {
    super("the queue is closed");
  }
}
