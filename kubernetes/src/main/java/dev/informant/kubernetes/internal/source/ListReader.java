package dev.informant.kubernetes.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.error.StatusErrors;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.kubernetes.internal.stream.ListSplitter;
import dev.informant.kubernetes.internal.stream.ObjectHead;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListerWatcher.ListReceiver;
import dev.informant.source.SourceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the answer to a LIST. Confined to the pump's queue. */
public final class ListReader<T> extends AnswerReader implements ListSplitter.Sink {
  private static final byte[] ABSENT = {};
  private static final String LIST = "List";

  private final ObjectDecoder<T> decoder;
  private final ListReceiver<T> receiver;
  private final ListSplitter splitter;
  private List<Item<T>> batch = new ArrayList<>();
  private boolean any;
  private boolean saysItsKind;
  private @Nullable TypeMeta wrong; // of all items so far; null once one was right

  public ListReader(
      String what, ObjectDecoder<T> decoder, ListReceiver<T> receiver, int objectLimit) {
    super(what);
    this.decoder = decoder;
    this.receiver = receiver;
    this.splitter = new ListSplitter(this, objectLimit);
  }

  @Override
  BodyPump.Content opened() {
    receiver.opened();
    return splitter::feed;
  }

  @Override
  boolean isEndless() {
    return false;
  }

  @Override
  public void item(byte[] bytes, int offset, int length) {
    if (!receiver.wantsItems()) {
      look(decoder.mistaken(bytes, offset, length), bytes, offset, length);
      return;
    }
    Item<T> item = decoder.item(bytes, offset, length);
    look(mistaken(item), bytes, offset, length);
    batch.add(item);
  }

  /** The type of an item that is of another than the collection's; null for all others. */
  private static @Nullable TypeMeta mistaken(Item<?> item) {
    return item instanceof Item.Bad<?> bad
            && bad.cause() instanceof ObjectDecoder.WrongTypeException type
        ? type.actual()
        : null;
  }

  /** What the first item says of its kind is what they all say: a list holds one kind. */
  private void look(@Nullable TypeMeta other, byte[] bytes, int offset, int length) {
    if (!any) {
      any = true;
      wrong = other;
      saysItsKind = !ObjectHead.read(bytes, offset, length).kind().isEmpty();
    } else if (other == null) {
      wrong = null;
    }
  }

  @Override
  public int begins(byte[] bytes, int offset, int length) {
    InPlaceCodec<T> codec = receiver.wantsItems() ? decoder.inPlace() : null;
    InPlaceCodec.First<T> first =
        codec == null ? null : codec.decodeFirst(bytes, offset, length, /* changed= */ false);
    if (first == null) {
      return -1;
    }
    look(/* other= */ null, bytes, offset, first.end() - offset);
    batch.add(new Item.Good<>(first.object(), decoder.kept(bytes, offset, first.end())));
    return first.end();
  }

  @Override
  public void oversized(byte[] bytes, int offset, int length) {
    if (!receiver.wantsItems()) {
      return;
    }
    batch.add(decoder.oversized(bytes, offset, length));
  }

  @Override
  public boolean deliver() {
    if (batch.isEmpty()) {
      return false;
    }
    List<Item<T>> full = batch;
    batch = new ArrayList<>(full.size());
    receiver.items(full);
    return true;
  }

  @Override
  void completed() {
    if (!splitter.isComplete()) {
      failed(new DecodeException("the body ended inside the list"));
      return;
    }
    String kind = text(member("kind"));
    if (kind.equals("Status")) {
      report(StatusErrors.ofStatus(what(), 0, statusMembers(), null));
      return;
    }
    JsonNode metadata = member("metadata");
    String problem = problemWith(kind);
    if (problem == null && (isOdd(metadata, "resourceVersion") || isOdd(metadata, "continue"))) {
      problem = "the resourceVersion or continue of the list is not a string";
    }
    if (problem != null) {
      failed(new DecodeException(problem));
    } else {
      if (any && (saysItsKind || kind.equals(decoder.codec().expected().kind() + LIST))) {
        decoder.confirm();
      }
      receiver.completed(new ListMetadata(
          field(metadata, "resourceVersion"),
          field(metadata, "continue"),
          metadata == null ? 0 : metadata.path("remainingItemCount").asLong(0)));
    }
  }

  @Override
  void broken(Throwable cause) {
    report(described(cause));
  }

  @Override
  void report(SourceException failure) {
    receiver.failed(failure);
  }

  private @Nullable String problemWith(String kind) {
    if (decoder.codec().representation() == Codec.Representation.METADATA
        && !kind.equals("PartialObjectMetadataList")) {
      return "metadata was requested, but a " + kind
          + " was returned: the server does not support metadata-only requests";
    }
    if (kind.equals("Table")) {
      return "the server returned a Table instead of a list";
    }
    if (!kind.isEmpty() && !kind.endsWith(LIST)) {
      return "the server returned a " + kind + " instead of a list";
    }
    return wrong == null ? problemWithSilentItems(kind) : decoder.mismatch(wrong);
  }

  /** Items that do not say their kind are those of a kind built in, whose list is called after it. */
  private @Nullable String problemWithSilentItems(String kind) {
    String expected = decoder.codec().expected().kind();
    boolean unclear =
        !any || saysItsKind || expected.isEmpty() || kind.isEmpty() || kind.equals(LIST);
    return unclear
            || decoder.codec().representation() == Codec.Representation.METADATA
            || kind.equals(expected + LIST)
        ? null
        : decoder.mismatch(new TypeMeta(
            text(member("apiVersion")), kind.substring(0, kind.length() - LIST.length())));
  }

  private JsonNode statusMembers() {
    var status = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    splitter.members().forEach((name, json) -> status.set(name, StatusErrors.tree(json)));
    return status;
  }

  private @Nullable JsonNode member(String name) {
    return StatusErrors.tree(splitter.members().getOrDefault(name, ABSENT));
  }

  private static String text(@Nullable JsonNode node) {
    return node == null ? "" : node.asText("");
  }

  private static boolean isOdd(@Nullable JsonNode node, String name) {
    return node != null && node.hasNonNull(name) && !node.path(name).isTextual();
  }

  private static String field(@Nullable JsonNode node, String name) {
    return node == null ? "" : node.path(name).asText("");
  }
}
