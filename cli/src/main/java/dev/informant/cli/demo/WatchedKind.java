package dev.informant.cli.demo;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** One kind of the demo: its informer, what is counted of it, and the handlers it has. */
final class WatchedKind<T extends HasMetadata> {
  /** A handler of this kind. */
  record Handler(
      String name,
      Registration<?> registration,
      HandlerOptions.Buffer buffer,
      LongSupplier calls) {}

  private final Class<T> type;
  private final Informer<T> informer;
  private final KindStatistics statistics;
  private final Mirror<T> mirror = new Mirror<>();
  private final List<Handler> handlers = new ArrayList<>();

  WatchedKind(Class<T> type, Informer<T> informer, KindStatistics statistics) {
    this.type = type;
    this.informer = informer;
    this.statistics = statistics;
    addHandler("mirror", mirror, HandlerOptions.Buffer.UNBOUNDED, mirror::calls);
  }

  void addHandler(String name, SlowHandler<T> handler, HandlerOptions.Buffer buffer) {
    addHandler(name, handler, buffer, handler::calls);
  }

  private void addHandler(
      String name,
      ResourceEventHandler<T> handler,
      HandlerOptions.Buffer buffer,
      LongSupplier calls) {
    handlers.add(new Handler(
        plural() + "/" + name,
        informer.addHandler(
            handler, HandlerOptions.<T>defaults().withName(name).withBuffer(buffer)),
        buffer,
        calls));
  }

  Class<T> type() {
    return type;
  }

  Resource resource() {
    return Resource.of(type);
  }

  String plural() {
    return resource().plural();
  }

  Informer<T> informer() {
    return informer;
  }

  KindStatistics statistics() {
    return statistics;
  }

  Mirror<T> mirror() {
    return mirror;
  }

  List<Handler> handlers() {
    return handlers;
  }
}
