package dev.informant.kubernetes.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.kubernetes.internal.stream.EventSplitter;
import dev.informant.kubernetes.internal.stream.ObjectHead;
import dev.informant.source.Item;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the answer to a WATCH. Confined to the pump's queue. */
public final class WatchReader<T> extends AnswerReader implements EventSplitter.StrictSink {
  private final ObjectDecoder<T> decoder;
  private final WatchReceiver<T> receiver;
  private final EventSplitter splitter;
  private List<WatchEvent<T>> batch = new ArrayList<>();
  private @Nullable WatchEvent<T> begun;

  public WatchReader(
      String what, ObjectDecoder<T> decoder, WatchReceiver<T> receiver, int objectLimit) {
    super(what);
    this.decoder = decoder;
    this.receiver = receiver;
    this.splitter = new EventSplitter(this, objectLimit);
  }

  @Override
  void opened() {
    receiver.opened();
  }

  @Override
  boolean isEndless() {
    return true;
  }

  @Override
  void content(byte[] bytes, int offset, int length) {
    splitter.feed(bytes, offset, length);
  }

  @Override
  public void event(String type, byte[] bytes, int offset, int length) {
    switch (type) {
      case "ADDED", "MODIFIED", "DELETED" ->
        batch.add(change(type, decoder.item(bytes, offset, length, wasSeen(type))));
      case "BOOKMARK" -> batch.add(bookmark(ObjectHead.read(bytes, offset, length)));
      case "ERROR" -> batch.add(error(Arrays.copyOfRange(bytes, offset, offset + length)));
      default -> batch.add(new WatchEvent.Unexpected<>("an event of unknown type"));
    }
  }

  private static boolean wasSeen(String type) {
    return !type.equals("ADDED");
  }

  @Override
  public boolean findsEnds() {
    return decoder.isStrict();
  }

  @Override
  public int begins(String type, byte[] bytes, int offset, int length) {
    Codec.First<T> first =
        isChange(type) ? decoder.first(bytes, offset, length, wasSeen(type)) : null;
    if (first == null) {
      return -1;
    }
    begun = change(type, decoder.item(first, bytes, offset));
    return first.end();
  }

  @Override
  public void whole() {
    if (begun != null) {
      batch.add(begun);
      begun = null;
    }
  }

  private static boolean isChange(String type) {
    return type.equals("MODIFIED") || type.equals("ADDED") || type.equals("DELETED");
  }

  @Override
  public boolean line(String type, byte[] bytes, int offset, int length) {
    Item<T> item = isChange(type) ? decoder.exactly(bytes, offset, length, wasSeen(type)) : null;
    if (item != null) {
      batch.add(change(type, item));
    }
    return item != null;
  }

  @Override
  public void oversized(String type, byte[] bytes, int offset, int length) {
    switch (type) {
      case "ADDED", "MODIFIED", "DELETED" ->
        batch.add(change(type, decoder.oversized(bytes, offset, length)));
      default -> batch.add(new WatchEvent.Unexpected<>("an oversized event that is no change"));
    }
  }

  @Override
  public void broken(String description) {
    batch.add(new WatchEvent.Unexpected<>(description));
  }

  @Override
  public boolean deliver() {
    if (batch.isEmpty()) {
      return false;
    }
    List<WatchEvent<T>> full = batch;
    batch = new ArrayList<>(full.size());
    receiver.events(full);
    return true;
  }

  /** However much of an event was still to come: the watch is resumed where the last whole one ended. */
  @Override
  void completed() {
    receiver.closed();
  }

  @Override
  void broken(Throwable cause) {
    report(described(cause));
  }

  @Override
  void report(SourceException failure) {
    receiver.failed(failure);
  }

  private WatchEvent<T> change(String type, Item<T> item) {
    if (item instanceof Item.Bad<T> bad
        && bad.cause() instanceof ObjectDecoder.WrongTypeException wrong) {
      return ofAnotherType(wrong.actual(), String.valueOf(wrong.getMessage()));
    }
    if (item instanceof Item.Good<T>) {
      decoder.confirm();
    }
    return switch (type) {
      case "ADDED" -> new WatchEvent.Added<>(item);
      case "MODIFIED" -> new WatchEvent.Modified<>(item);
      default -> new WatchEvent.Deleted<>(item);
    };
  }

  /** Among others of the right type it is passed over; before any, the resource is not what was asked for. */
  private WatchEvent<T> ofAnotherType(TypeMeta actual, String description) {
    return decoder.isConfirmed()
        ? new WatchEvent.Unexpected<>(description)
        : new WatchEvent.Error<>(SourceException.of(
            SourceException.Kind.DECODE, what() + ": " + decoder.mismatch(actual), null));
  }

  private WatchEvent<T> bookmark(ObjectHead head) {
    TypeMeta actual = new TypeMeta(head.apiVersion(), head.kind());
    if (!decoder.codec().expected().admits(actual)) {
      return ofAnotherType(actual, "a bookmark of " + actual);
    }
    decoder.confirm();
    if (head.resourceVersion().isEmpty()) {
      return new WatchEvent.Unexpected<>("a bookmark without a version");
    }
    return new WatchEvent.Bookmark<>(head.resourceVersion(), head.initialEventsEnd());
  }

  private WatchEvent<T> error(byte[] object) {
    JsonNode status = StatusErrors.tree(object);
    if (status == null || !status.path("kind").asText("").equals("Status")) {
      return new WatchEvent.Error<>(SourceException.of(
          SourceException.Kind.DECODE, what() + ": an ERROR event without a Status", null));
    }
    return new WatchEvent.Error<>(StatusErrors.ofStatus(what(), 0, status, null));
  }
}
