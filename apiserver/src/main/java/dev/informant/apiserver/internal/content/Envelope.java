package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import dev.informant.apiserver.internal.core.UnreadableBody;
import dev.informant.apiserver.internal.storage.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The wrapper of every protobuf object on the wire: four magic bytes and a {@code runtime.Unknown} that names
 * kind and apiVersion and holds the object's own message.
 */
final class Envelope {
  static final String CONTENT_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = {'k', '8', 's', 0};
  /** Messages within messages; a level of a CRD's schema takes two of them. */
  private static final int DEEPEST = 500;

  private static final int TYPE_META = 1;
  private static final int RAW = 2;
  private static final int CONTENT_ENCODING = 3;
  private static final int CONTENT_TYPE_FIELD = 4;

  private Envelope() {}

  static byte[] wrap(String apiVersion, String kind, Message content) {
    byte[] raw = content.toByteArray();
    return concatenated(head(apiVersion, kind, raw.length), raw, tail());
  }

  /** What stands before the {@code length} bytes of the content. */
  static byte[] head(String apiVersion, String kind, long length) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      bytes.writeBytes(MAGIC);
      ByteArrayOutputStream typeBytes = new ByteArrayOutputStream();
      CodedOutputStream type = CodedOutputStream.newInstance(typeBytes);
      type.writeString(1, apiVersion);
      type.writeString(2, kind);
      type.flush();
      out.writeByteArray(TYPE_META, typeBytes.toByteArray());
      out.writeTag(RAW, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeUInt64NoTag(length);
      out.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** What stands after the content: Go writes the two empty texts as well. */
  static byte[] tail() {
    return new byte[] {CONTENT_ENCODING << 3 | 2, 0, CONTENT_TYPE_FIELD << 3 | 2, 0};
  }

  /**
   * Opens a request's body.
   *
   * @param apiVersion and kind: expected, for a body that does not name its own
   */
  static ObjectNode read(byte[] body, @Nullable String apiVersion, @Nullable String kind)
      throws UnreadableBody {
    if (body.length < MAGIC.length || !Arrays.equals(body, 0, 4, MAGIC, 0, 4)) {
      throw new UnreadableBody(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    if (body.length == MAGIC.length) {
      throw new UnreadableBody("empty body");
    }
    try {
      return unwrap(body, apiVersion, kind);
    } catch (IOException | IllegalArgumentException | DateTimeException malformed) {
      throw new UnreadableBody("unexpected EOF");
    }
  }

  /** The next tag; 0 at the end. Field 0 and the ends of groups are said to be wrong in Go's words. */
  private static int tag(CodedInputStream in, String message) throws IOException, UnreadableBody {
    if (in.isAtEnd()) {
      return 0;
    }
    int tag = in.readRawVarint32();
    int type = WireFormat.getTagWireType(tag);
    if (type == WireFormat.WIRETYPE_END_GROUP) {
      throw new UnreadableBody("proto: " + message + ": wiretype end group for non-group");
    }
    if (WireFormat.getTagFieldNumber(tag) <= 0) {
      throw new UnreadableBody("proto: " + message + ": illegal tag "
          + WireFormat.getTagFieldNumber(tag) + " (wire type " + type + ")");
    }
    return tag;
  }

  private static ObjectNode unwrap(byte[] body, @Nullable String apiVersion, @Nullable String kind)
      throws IOException, UnreadableBody {
    byte[] raw = new byte[0];
    String foundVersion = "";
    String foundKind = "";
    CodedInputStream in =
        CodedInputStream.newInstance(body, MAGIC.length, body.length - MAGIC.length);
    for (int tag = tag(in, "Unknown"); tag != 0; tag = tag(in, "Unknown")) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case TYPE_META -> {
          CodedInputStream type = CodedInputStream.newInstance(in.readByteArray());
          for (int field = tag(type, "TypeMeta"); field != 0; field = tag(type, "TypeMeta")) {
            switch (WireFormat.getTagFieldNumber(field)) {
              case 1 -> foundVersion = type.readString();
              case 2 -> foundKind = type.readString();
              default -> type.skipField(field);
            }
          }
        }
        case RAW -> raw = in.readByteArray();
        default -> in.skipField(tag);
      }
    }
    String useVersion = foundVersion.isEmpty() && apiVersion != null ? apiVersion : foundVersion;
    String useKind = foundKind.isEmpty() && kind != null ? kind : foundKind;
    Descriptor descriptor = ProtobufTypes.find(useVersion, useKind);
    ObjectNode tree = Json.object();
    tree.put("kind", useKind).put("apiVersion", useVersion);
    if (descriptor != null) {
      String version = useVersion.substring(useVersion.indexOf('/') + 1);
      tree.setAll(content(descriptor, raw, useKind + " in version \"" + version + "\""));
    }
    return tree; // who asked finds out that there is no such kind
  }

  private static ObjectNode content(Descriptor descriptor, byte[] raw, String subject)
      throws UnreadableBody {
    String mistake;
    try {
      DynamicMessage message = parse(descriptor, raw);
      mistake = WireTypes.mistake(message);
      if (mistake == null) {
        return ProtobufReader.object(message);
      }
    } catch (IOException | IllegalArgumentException malformed) {
      mistake = "unexpected EOF";
    }
    throw new UnreadableBody(mistake, subject);
  }

  private static DynamicMessage parse(Descriptor descriptor, byte[] raw) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(raw);
    in.setRecursionLimit(DEEPEST);
    return DynamicMessage.newBuilder(descriptor).mergeFrom(in).buildPartial();
  }

  /** An event: four bytes of length, then a bare WatchEvent around a wrapped object. */
  static byte[] event(String type, byte[] wrapped) {
    try {
      ByteArrayOutputStream raw = new ByteArrayOutputStream(wrapped.length + 8);
      CodedOutputStream extension = CodedOutputStream.newInstance(raw);
      extension.writeByteArray(1, wrapped);
      extension.flush();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(wrapped.length + 32);
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeByteArray(1, type.getBytes(StandardCharsets.UTF_8));
      out.writeByteArray(2, raw.toByteArray());
      out.flush();
      int length = bytes.size();
      byte[] prefix = {
        (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length
      };
      return concatenated(prefix, bytes.toByteArray());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static byte[] status(JsonNode status) {
    Descriptor type = ProtobufTypes.meta("Status");
    if (type == null) {
      throw new IllegalStateException("the protobuf messages of the API are not on the class path");
    }
    return wrap("v1", "Status", ProtobufWriter.message(type, status));
  }

  static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
