package dev.informant.benchmarks.peers;

/** A client under measurement. */
public interface Peer {
  String name();

  String version();

  /** Builds the client, adds {@link Options#handlers()} handlers and starts it. */
  void start(Options options, Counters counters) throws Exception;

  /** One handler more, while it runs. */
  void join(Counters counters);

  int storeSize();

  /** Whether stored objects have managed fields. */
  boolean hasManagedFields();

  /** Whether the client itself says that its store is complete and fresh; those that cannot say are believed. */
  default boolean isSynced() {
    return true;
  }

  /** Whether it went on from what an earlier run had saved, without listing everything. */
  default boolean isWarm() {
    return false;
  }

  /** Ends the client in an orderly way, where that is part of what is measured. */
  default void stop() {}
}
