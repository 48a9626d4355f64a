package dev.informant.apiserver.internal.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.StoredObject;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UndecodableProtobufTest {
  private static ByteString broken(ResourceType type) throws Exception {
    ObjectNode tree = Json.object();
    tree.putObject("metadata").put("name", "broken");
    StoredObject sound = StoredObject.of(tree, Map.of()).at(7);
    byte[] frame =
        new ProtobufRepresentation(false).brokenEvent(new ServedObject(type, sound), true);
    byte[] object = Meta.WatchEvent.parseFrom(Arrays.copyOfRange(frame, 4, frame.length))
        .getObject()
        .getRaw()
        .toByteArray();
    return Runtime.Unknown.parseFrom(Arrays.copyOfRange(object, 4, object.length))
        .getRaw();
  }

  @Test
  void noKindIsRead() throws Exception {
    List<ResourceType> written = BuiltInResources.served(Set.of()).stream()
        .filter(type -> type.verbs().contains("watch") && ProtobufRepresentation.supports(type))
        .toList();
    assertThat(written).hasSizeGreaterThan(50);
    for (ResourceType type : written) {
      ByteString broken = broken(type);
      assertThatThrownBy(() -> DynamicMessage.parseFrom(
              Objects.requireNonNull(ProtobufTypes.find(type.apiVersion(), type.kind())), broken))
          .as(type.kind())
          .isInstanceOf(InvalidProtocolBufferException.class);
    }
  }
}
