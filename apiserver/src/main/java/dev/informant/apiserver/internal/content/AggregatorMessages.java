package dev.informant.apiserver.internal.content;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The protobuf messages of APIServices, which the library with those of all other kinds leaves out. Thread-safe. */
final class AggregatorMessages {
  static final String API_VERSION = "apiregistration.k8s.io/v1";

  private static final String PACKAGE = "k8s.io.kube_aggregator.pkg.apis.apiregistration.v1";
  private static final FileDescriptor FILE = build();

  private AggregatorMessages() {}

  static @Nullable Descriptor find(String kind) {
    Descriptor own = FILE.findMessageTypeByName(kind);
    return own == null && kind.endsWith("Options") ? ProtobufTypes.meta(kind) : own;
  }

  private static FileDescriptor build() {
    FileDescriptorProto file = FileDescriptorProto.newBuilder()
        .setName("apiregistration.proto")
        .setPackage(PACKAGE)
        .addDependency(meta().getName())
        .addMessageType(new Message("APIService")
            .message("metadata", 1, ProtobufTypes.META + "ObjectMeta")
            .message("spec", 2, own("APIServiceSpec"))
            .message("status", 3, own("APIServiceStatus"))
            .build())
        .addMessageType(new Message("APIServiceList")
            .message("metadata", 1, ProtobufTypes.META + "ListMeta")
            .messages("items", 2, own("APIService"))
            .build())
        .addMessageType(new Message("APIServiceSpec")
            .message("service", 1, own("ServiceReference"))
            .scalar("group", 2, Type.TYPE_STRING)
            .scalar("version", 3, Type.TYPE_STRING)
            .scalar("insecureSkipTLSVerify", 4, Type.TYPE_BOOL)
            .scalar("caBundle", 5, Type.TYPE_BYTES)
            .scalar("groupPriorityMinimum", 7, Type.TYPE_INT32)
            .scalar("versionPriority", 8, Type.TYPE_INT32)
            .build())
        .addMessageType(new Message("ServiceReference")
            .scalar("namespace", 1, Type.TYPE_STRING)
            .scalar("name", 2, Type.TYPE_STRING)
            .scalar("port", 3, Type.TYPE_INT32)
            .build())
        .addMessageType(new Message("APIServiceStatus")
            .messages("conditions", 1, own("APIServiceCondition"))
            .build())
        .addMessageType(new Message("APIServiceCondition")
            .scalar("type", 1, Type.TYPE_STRING)
            .scalar("status", 2, Type.TYPE_STRING)
            .message("lastTransitionTime", 3, ProtobufTypes.META + "Time")
            .scalar("reason", 4, Type.TYPE_STRING)
            .scalar("message", 5, Type.TYPE_STRING)
            .build())
        .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {meta()});
    } catch (DescriptorValidationException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static FileDescriptor meta() {
    return Objects.requireNonNull(ProtobufTypes.meta("ObjectMeta"), "ObjectMeta")
        .getFile();
  }

  private static String own(String name) {
    return PACKAGE + "." + name;
  }

  /** A message that is being described. */
  private static final class Message {
    private final DescriptorProto.Builder message;

    Message(String name) {
      message = DescriptorProto.newBuilder().setName(name);
    }

    Message scalar(String name, int number, Type type) {
      message
          .addFieldBuilder()
          .setName(name)
          .setNumber(number)
          .setType(type)
          .setLabel(Label.LABEL_OPTIONAL);
      return this;
    }

    Message message(String name, int number, String type) {
      return field(name, number, type, Label.LABEL_OPTIONAL);
    }

    Message messages(String name, int number, String type) {
      return field(name, number, type, Label.LABEL_REPEATED);
    }

    private Message field(String name, int number, String type, Label label) {
      message
          .addFieldBuilder()
          .setName(name)
          .setNumber(number)
          .setType(Type.TYPE_MESSAGE)
          .setTypeName("." + type)
          .setLabel(label);
      return this;
    }

    DescriptorProto build() {
      return message.build();
    }
  }
}
