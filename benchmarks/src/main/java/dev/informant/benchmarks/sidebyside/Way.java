package dev.informant.benchmarks.sidebyside;

/** How a figure is taken of a client. */
enum Way {
  /** One run against the replayed pods. */
  ONCE,
  /** The same; the server makes the pods while it sends them, so that there can be any number. */
  GENERATED,
  /** One run against a real kube-apiserver. */
  REAL,
  /** Two runs, the second of which goes on from what the first one saved. */
  RESTART,
  /** As many runs as it takes to find the smallest heap that is enough. */
  LEAST_HEAP
}
