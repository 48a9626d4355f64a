package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Client.*;
import static dev.informant.benchmarks.sidebyside.Metric.*;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A promise: one figure of ours is at most so many times a peer's, or, without a peer, at most so much.
 *
 * @param most NaN: reported only
 */
record Bar(
    String what, String figure, Metric metric, @Nullable Client peer, double most) {
  static final List<Bar> ALL = List.of(
      new Bar("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, CLIENT_GO_JSON, 0.4),
      new Bar("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, KUBE_RS, 0.8),
      new Bar("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, FABRIC8, 0.35),
      new Bar("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, CLIENT_JAVA, 0.12),
      new Bar(
          "CPU per object, sync of 100k (aim 1.5)",
          Figure.SYNC,
          CPU_PER_OBJECT,
          CLIENT_GO_PROTOBUF,
          Double.NaN),
      new Bar("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, CLIENT_GO_PROTOBUF, 1),
      new Bar("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, KUBE_RS, 0.5),
      new Bar("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, FABRIC8, 0.2),
      new Bar("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, CLIENT_JAVA, 0.25),
      new Bar("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, CLIENT_GO_PROTOBUF, 1),
      new Bar("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, KUBE_RS, 0.5),
      new Bar("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, FABRIC8, 0.2),
      new Bar("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, CLIENT_JAVA, 0.25),
      new Bar("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, CLIENT_GO_JSON, 0.5),
      new Bar("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, KUBE_RS, 0.2),
      new Bar("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, FABRIC8, 0.35),
      new Bar("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, CLIENT_JAVA, 0.4),
      new Bar("smallest heap, 50k", Figure.LEAST_HEAP, LEAST_HEAP, FABRIC8_PAGED, 0.15),
      new Bar("relist of 100k unchanged: handler calls", Figure.RELIST, RELIST_CALLS, null, 0),
      new Bar("relist of 100k unchanged: heap", Figure.RELIST_HEAP, RELIST_PEAK, null, 1.3));

  /** NaN if it was not measured. */
  double reached(Results results) {
    double ours = results.median(figure, INFORMANT, metric.of);
    return peer == null ? ours : ours / results.median(figure, peer, metric.of);
  }

  String verdict(double reached) {
    return Double.isNaN(reached)
        ? "not measured"
        : Double.isNaN(most) ? "" : reached <= most ? "met" : "MISSED";
  }
}
