package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.informant.apiserver.internal.core.EventType;
import dev.informant.apiserver.internal.core.JsonRepresentation;
import dev.informant.apiserver.internal.core.ListPieces;
import dev.informant.apiserver.internal.core.Representation;
import dev.informant.apiserver.internal.core.ServedList;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;

/**
 * Protobuf, of whole objects or of their metadata alone.
 *
 * @param metadataOnly whether objects are written as PartialObjectMetadata
 */
record ProtobufRepresentation(boolean metadataOnly) implements Representation {
  /** No value stands on the wire in this way. */
  private static final int NO_WIRE_TYPE = 7;

  /** Whether objects of this type can be written so. */
  static boolean supports(ResourceType type) {
    return type.builtIn() && ProtobufTypes.find(type.apiVersion(), type.kind()) != null;
  }

  @Override
  public String contentType() {
    return Envelope.CONTENT_TYPE;
  }

  @Override
  public String streamContentType() {
    return Envelope.CONTENT_TYPE + ";stream=watch";
  }

  @Override
  public byte[] object(ServedObject object) {
    return metadataOnly
        ? Envelope.wrap("meta.k8s.io/v1", "PartialObjectMetadata", message(object))
        : Envelope.wrap(object.type().apiVersion(), object.type().kind(), message(object));
  }

  @Override
  public byte[] status(ObjectNode status) {
    return Envelope.status(status);
  }

  @Override
  public byte[] event(EventType type, ServedObject object, boolean first) {
    return Envelope.event(type.name(), object(object));
  }

  @Override
  public byte[] errorEvent(ObjectNode status) {
    return Envelope.event("ERROR", Envelope.status(status));
  }

  @Override
  public byte[] brokenEvent(ServedObject sound, boolean first) {
    if (metadataOnly) {
      return event(EventType.MODIFIED, sound, first);
    }
    byte[] raw =
        Envelope.concatenated(message(sound).toByteArray(), undecodable(descriptor(sound.type())));
    byte[] broken = Envelope.concatenated(
        Envelope.head(sound.type().apiVersion(), sound.type().kind(), raw.length),
        raw,
        Envelope.tail());
    return Envelope.event(EventType.MODIFIED.name(), broken);
  }

  /** A field that no reader takes: a text where a message belongs or, in a kind without messages, no field at all. */
  private static byte[] undecodable(Descriptor type) {
    for (FieldDescriptor field : type.getFields()) {
      boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (message && !field.getName().equals("metadata")) {
        UnknownFieldSet.Field text = UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFromUtf8("undecodable"))
            .build();
        return UnknownFieldSet.newBuilder()
            .addField(field.getNumber(), text)
            .build()
            .toByteArray();
      }
    }
    return new byte[] {2 << 3 | NO_WIRE_TYPE};
  }

  @Override
  public byte[] strangeEvent(ObjectNode stranger) {
    Descriptor metadata = ProtobufTypes.meta("PartialObjectMetadata");
    if (metadata == null) {
      throw new IllegalStateException("no protobuf message for metadata");
    }
    byte[] wrapped = Envelope.wrap(
        stranger.path("apiVersion").asText(),
        stranger.path("kind").asText(),
        ProtobufWriter.message(metadata, stranger));
    return Envelope.event(EventType.MODIFIED.name(), wrapped);
  }

  private Message message(ServedObject object) {
    return ProtobufWriter.message(descriptor(object.type()), object.stored().tree());
  }

  private Descriptor descriptor(ResourceType type) {
    Descriptor found = metadataOnly
        ? ProtobufTypes.meta("PartialObjectMetadata")
        : ProtobufTypes.find(type.apiVersion(), type.kind());
    if (found == null) {
      throw new IllegalStateException("no protobuf message for " + type.kind());
    }
    return found;
  }

  @Override
  public Iterator<byte[]> list(ServedList list) {
    return new Pieces(list);
  }

  /*
   * The length of the whole list stands before its first byte, so the items are encoded twice: once to know
   * their sizes, once to write them. Holding them instead would hold the whole list.
   */
  private final class Pieces extends ListPieces {
    Pieces(ServedList list) {
      super(list);
    }

    @Override
    protected void head(ByteArrayOutputStream out, boolean empty) throws IOException {
      Descriptor metaType = ProtobufTypes.meta("ListMeta");
      if (metaType == null) {
        throw new IllegalStateException("no protobuf message for ListMeta");
      }
      Message metadata = ProtobufWriter.message(metaType, JsonRepresentation.listMetadata(list));
      long length = CodedOutputStream.computeMessageSize(1, metadata);
      for (ServedObject item : list.items()) {
        length += CodedOutputStream.computeMessageSize(2, message(item));
      }
      String apiVersion = metadataOnly ? "meta.k8s.io/v1" : list.type().apiVersion();
      String kind = metadataOnly ? "PartialObjectMetadataList" : list.type().listKind();
      out.writeBytes(Envelope.head(apiVersion, kind, length));
      member(out, 1, metadata);
    }

    @Override
    protected void item(ByteArrayOutputStream out, ServedObject item, boolean first)
        throws IOException {
      member(out, 2, message(item));
    }

    @Override
    protected void tail(ByteArrayOutputStream out, boolean empty) {
      out.writeBytes(Envelope.tail());
    }

    private static void member(ByteArrayOutputStream out, int number, Message message)
        throws IOException {
      CodedOutputStream coded = CodedOutputStream.newInstance(out);
      coded.writeMessage(number, message);
      coded.flush();
    }
  }
}
