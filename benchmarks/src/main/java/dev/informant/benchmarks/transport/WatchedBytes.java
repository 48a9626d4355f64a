package dev.informant.benchmarks.transport;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A watch through our own transport whose objects are not decoded; finding where each ends is part of it. */
final class WatchedBytes implements ListerWatcher.WatchReceiver<Integer> {
  private final Received received;
  /** Known a little after the first events may have come. */
  private final CompletableFuture<ListerWatcher.Exchange> exchange = new CompletableFuture<>();

  private WatchedBytes(Received received) {
    this.received = received;
  }

  static void open(ApiConnection connection, Received received) {
    WatchedBytes watch = new WatchedBytes(received);
    watch.exchange.complete(HttpSource.builder(connection, Resource.of(Pod.class), new Lengths())
        .build()
        .watch(ListOptions.NONE.withResourceVersion("900000000"), watch));
  }

  @Override
  public void opened() {
    received.opened.increment();
  }

  @Override
  public void events(List<WatchEvent<Integer>> events) {
    int bytes = 0;
    for (WatchEvent<Integer> event : events) {
      if (event instanceof WatchEvent.Modified<Integer> modified
          && modified.item() instanceof Item.Good<Integer> good) {
        bytes += good.object();
      }
    }
    received.piece(bytes);
    exchange.thenAccept(ListerWatcher.Exchange::more);
  }

  @Override
  public void closed() {
    Received.failed(new IllegalStateException("a watch was closed"));
  }

  @Override
  public void failed(SourceException cause) {
    Received.failed(cause);
  }

  /** An object is its length. */
  private static final class Lengths implements Codec<Integer>, ObjectAccessor<Integer> {
    @Override
    public Integer decode(byte[] bytes, int offset, int length) {
      return length;
    }

    @Override
    public ObjectAccessor<Integer> accessor() {
      return this;
    }

    @Override
    public TypeMeta expected() {
      return TypeMeta.UNKNOWN;
    }

    @Override
    public TypeMeta typeOf(Integer object) {
      return TypeMeta.UNKNOWN;
    }

    @Override
    public String namespace(Integer object) {
      return "";
    }

    @Override
    public String name(Integer object) {
      return "";
    }

    @Override
    public String uid(Integer object) {
      return "";
    }

    @Override
    public String resourceVersion(Integer object) {
      return "";
    }

    @Override
    public Map<String, String> labels(Integer object) {
      return Map.of();
    }
  }
}
