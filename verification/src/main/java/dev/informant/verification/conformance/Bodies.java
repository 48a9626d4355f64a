package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Bodies that are not JSON, as something that can be compared. Stateless. */
final class Bodies {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final int METADATA = 1;
  private static final int ITEMS = 2;
  private static final int MANAGED_FIELDS = 17;
  private static final int RESOURCE_VERSION = 6;

  private Bodies() {}

  static byte[] gunzip(byte[] body) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static boolean isProtobuf(byte[] body) {
    return body.length > 4 && body[0] == 'k' && body[1] == '8' && body[2] == 's' && body[3] == 0;
  }

  /** The fields of an envelope and its content, without managedFields and resourceVersion. */
  static String protobuf(byte[] body) {
    try {
      UnknownFieldSet unknown = UnknownFieldSet.parseFrom(Arrays.copyOfRange(body, 4, body.length));
      ByteString type = unknown.getField(1).getLengthDelimitedList().get(0);
      ByteString raw = unknown.getField(2).getLengthDelimitedList().get(0);
      UnknownFieldSet content = UnknownFieldSet.parseFrom(raw);
      boolean list = UnknownFieldSet.parseFrom(type)
          .getField(2)
          .getLengthDelimitedList()
          .get(0)
          .toStringUtf8()
          .endsWith("List");
      return UnknownFieldSet.parseFrom(type) + "\n"
          + times((list ? list(content) : object(content)).toString());
    } catch (InvalidProtocolBufferException failure) {
      return "not protobuf: " + failure.getMessage();
    }
  }

  /** Each frame of a protobuf watch. */
  static List<String> frames(byte[] stream) {
    List<String> frames = new ArrayList<>();
    ByteBuffer buffer = ByteBuffer.wrap(stream);
    try {
      while (buffer.remaining() >= 4) {
        byte[] frame = new byte[buffer.getInt()];
        buffer.get(frame);
        UnknownFieldSet event = UnknownFieldSet.parseFrom(frame);
        String type = event.getField(1).getLengthDelimitedList().get(0).toStringUtf8();
        UnknownFieldSet object =
            UnknownFieldSet.parseFrom(event.getField(2).getLengthDelimitedList().get(0));
        frames.add(type
            + " "
            + protobuf(object.getField(1).getLengthDelimitedList().get(0).toByteArray()));
      }
    } catch (InvalidProtocolBufferException | RuntimeException failure) {
      frames.add("not a frame: " + failure);
    }
    return frames;
  }

  private static UnknownFieldSet list(UnknownFieldSet content)
      throws InvalidProtocolBufferException {
    UnknownFieldSet.Builder result = content.toBuilder().clearField(METADATA).clearField(ITEMS);
    for (ByteString item : content.getField(ITEMS).getLengthDelimitedList()) {
      result.mergeField(
          ITEMS,
          UnknownFieldSet.Field.newBuilder()
              .addLengthDelimited(object(UnknownFieldSet.parseFrom(item)).toByteString())
              .build());
    }
    return result.build();
  }

  private static UnknownFieldSet object(UnknownFieldSet content)
      throws InvalidProtocolBufferException {
    if (content.getField(METADATA).getLengthDelimitedList().isEmpty()) {
      return content;
    }
    UnknownFieldSet metadata = UnknownFieldSet.parseFrom(
        content.getField(METADATA).getLengthDelimitedList().get(0));
    UnknownFieldSet kept = metadata.toBuilder()
        .clearField(MANAGED_FIELDS)
        .clearField(RESOURCE_VERSION)
        .build();
    return content.toBuilder()
        .clearField(METADATA)
        .mergeField(
            METADATA,
            UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(kept.toByteString())
                .build())
        .build();
  }

  /** Times as a word; zero values, which Go always writes and others need not, left out. */
  private static String times(String text) {
    String result = text.replaceAll(": 1[6-9]\\d{8}\\b", ": <seconds>");
    for (String before = ""; !before.equals(result); ) {
      before = result;
      result = result.replaceAll("(?m)^ *\\d+: (0|\"\"|\\{\\s*\\})\\n", "");
    }
    return result;
  }
}
