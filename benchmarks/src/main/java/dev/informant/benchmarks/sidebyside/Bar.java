package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Client.*;
import static dev.informant.benchmarks.sidebyside.Metric.*;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A promise: one figure of ours is at most so many times another one, or, without another, at most so much.
 *
 * @param peer whose figure is the other one; null: there is none
 * @param most NaN: reported only
 */
record Bar(
    String what,
    String figure,
    Metric metric,
    Client ours,
    String peerFigure,
    @Nullable Client peer,
    double most) {
  /** "None measurable": ratios of two series that differ by less than a tenth do not differ. */
  private static final double NONE_MEASURABLE = 1.1;

  static final List<Bar> ALL = List.of(
      of("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, CLIENT_GO_JSON, 0.4),
      of("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, KUBE_RS, 0.8),
      of("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, FABRIC8, 0.35),
      of("CPU per object, sync of 100k", Figure.SYNC, CPU_PER_OBJECT, CLIENT_JAVA, 0.12),
      of(
          "CPU per object, sync of 100k (aim 1.5)",
          Figure.SYNC,
          CPU_PER_OBJECT,
          CLIENT_GO_PROTOBUF,
          Double.NaN),
      of("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, CLIENT_GO_PROTOBUF, 1),
      of("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, KUBE_RS, 0.5),
      of("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, FABRIC8, 0.2),
      of("CPU per event, 1 handler", Figure.EVENTS_1, CPU_PER_EVENT, CLIENT_JAVA, 0.25),
      of("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, CLIENT_GO_PROTOBUF, 1),
      of("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, KUBE_RS, 0.5),
      of("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, FABRIC8, 0.2),
      of("CPU per event, 10 handlers", Figure.EVENTS_10, CPU_PER_EVENT, CLIENT_JAVA, 0.25),
      of("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, CLIENT_GO_JSON, 0.5),
      of("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, KUBE_RS, 0.2),
      of("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, FABRIC8, 0.35),
      of("heap per object, 100k", Figure.SYNC, HEAP_PER_OBJECT, CLIENT_JAVA, 0.4),
      of("smallest heap, 50k", Figure.LEAST_HEAP, LEAST_HEAP, FABRIC8_PAGED, 0.15),
      of("relist of 100k unchanged: handler calls", Figure.RELIST, RELIST_CALLS, null, 0),
      of("relist of 100k unchanged: heap", Figure.RELIST_HEAP, RELIST_PEAK, null, 1.3),
      of(
          "warm start of 100k: CPU over that of a full sync",
          Figure.RESTART,
          RESTART_CPU,
          null,
          0.25),
      compact("heap per object, 100k, compact", Figure.SYNC, HEAP_PER_OBJECT, CLIENT_GO_JSON, 0.13),
      compact("smallest heap, 50k, compact", Figure.LEAST_HEAP, LEAST_HEAP, FABRIC8_PAGED, 0.06),
      compact(
          "warm start of 100k, compact: CPU over that of a full sync",
          Figure.RESTART,
          RESTART_CPU,
          null,
          0.25),
      new Bar(
          "warm start of 100k, compact, handler of keys: CPU over that of a full sync",
          Figure.RESTART,
          RESTART_CPU,
          INFORMANT_COMPACT_KEYS,
          Figure.RESTART,
          null,
          0.25),
      new Bar(
          "CPU per object, compact, 1M over 10k",
          Figure.GROWTH + 1_000_000,
          CPU_PER_OBJECT,
          INFORMANT_COMPACT,
          Figure.GROWTH + 10_000,
          INFORMANT_COMPACT,
          1.2),
      of(
          "late join to 100k: longest pause of the others over the usual one",
          Figure.JOIN,
          JOIN_OVER_USUAL,
          null,
          NONE_MEASURABLE));

  /** The clients whose runs of a figure some bar is made of. */
  static Set<Client> clientsOf(String figure) {
    Set<Client> clients = EnumSet.noneOf(Client.class);
    for (Bar bar : ALL) {
      if (bar.figure.equals(figure)) {
        clients.add(bar.ours);
      }
      if (bar.peer != null && bar.peerFigure.equals(figure)) {
        clients.add(bar.peer);
      }
    }
    return clients;
  }

  private static Bar of(
      String what, String figure, Metric metric, @Nullable Client peer, double most) {
    return new Bar(what, figure, metric, INFORMANT, figure, peer, most);
  }

  private static Bar compact(
      String what, String figure, Metric metric, @Nullable Client peer, double most) {
    return new Bar(what, figure, metric, INFORMANT_COMPACT, figure, peer, most);
  }

  /** NaN if it was not measured. */
  double reached(Results results) {
    double value = results.median(figure, ours, metric.of);
    return peer == null ? value : value / results.median(peerFigure, peer, metric.of);
  }

  String verdict(double reached) {
    return Double.isNaN(reached)
        ? "not measured"
        : Double.isNaN(most) ? "" : reached <= most ? "met" : "MISSED";
  }
}
