package dev.informant.kubernetes.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.kubernetes.internal.stream.EventSplitter;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.kubernetes.internal.stream.ObjectHead;
import dev.informant.source.Item;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a WATCH: makes {@link WatchEvent}s of what its splitter cuts out. Confined to the pump's queue.
 */
public final class WatchReader<T> extends AnswerReader implements EventSplitter.Sink {
  private final ObjectDecoder<T> decoder;
  private final @Nullable InPlaceCodec<T> inPlace;
  private final boolean keepBytes;
  private final WatchReceiver<T> receiver;
  private final EventSplitter splitter;
  private List<WatchEvent<T>> batch = new ArrayList<>();
  private boolean confirmed;

  public WatchReader(
      String what, ObjectDecoder<T> decoder, WatchReceiver<T> receiver, int objectLimit) {
    super(what);
    this.decoder = decoder;
    this.inPlace = decoder.inPlace();
    this.keepBytes = decoder.keepsBytes();
    this.receiver = receiver;
    this.splitter = new EventSplitter(this, objectLimit, /* asksFirst= */ inPlace != null);
  }

  @Override
  BodyPump.Content opened() {
    receiver.opened();
    return splitter::feed;
  }

  @Override
  boolean isEndless() {
    return true;
  }

  @Override
  public int begins(String type, byte[] bytes, int offset, int length) {
    InPlaceCodec.First<T> first = inPlace != null && isChange(type)
        ? inPlace.decodeFirst(bytes, offset, length, wasSeen(type))
        : null;
    if (first == null || !EventSplitter.endsEvent(bytes, first.end(), offset + length)) {
      return -1;
    }
    byte[] kept = keepBytes ? decoder.kept(bytes, offset, first.end()) : null;
    batch.add(change(type, new Item.Good<>(first.object(), kept)));
    return first.end();
  }

  private static boolean isChange(String type) {
    return type.equals("MODIFIED") || type.equals("ADDED") || type.equals("DELETED");
  }

  private static boolean wasSeen(String type) {
    return !type.equals("ADDED");
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

  @Override
  public void oversized(String type, byte[] bytes, int offset, int length) {
    switch (type) {
      case "ADDED", "MODIFIED", "DELETED" ->
        batch.add(change(type, decoder.oversized(bytes, offset, length)));
      default -> batch.add(new WatchEvent.Unexpected<>("an oversized event that is not a change"));
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
      confirm();
    }
    return switch (type) {
      case "ADDED" -> new WatchEvent.Added<>(item);
      case "MODIFIED" -> new WatchEvent.Modified<>(item);
      default -> new WatchEvent.Deleted<>(item);
    };
  }

  private void confirm() {
    if (!confirmed) {
      confirmed = true;
      decoder.confirm();
    }
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
    confirm();
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
