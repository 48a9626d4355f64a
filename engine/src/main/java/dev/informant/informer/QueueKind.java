package dev.informant.informer;

/** The queue between source and store. */
public enum QueueKind {
  /** Strict order across keys, atomic lists, batches, back-pressure: client-go since 1.33. */
  IN_ORDER,
  /** Changes accumulate per key: client-go before 1.33. */
  DELTA_FIFO
}
