package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.JsonBodies;
import dev.informant.apiserver.internal.core.JsonRepresentation;
import dev.informant.apiserver.internal.core.Negotiation;
import dev.informant.apiserver.internal.core.Representation;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.core.UnreadableBody;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.runtime.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON, YAML and protobuf, whole, as tables or as metadata alone. Indenting is the front's business. */
public final class ContentNegotiation implements Negotiation {
  private static final String JSON = "application/json";
  private static final String YAML = "application/yaml";

  private final Clock clock;

  /** {@code clock} tells ages. */
  public ContentNegotiation(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Representation choose(ApiRequest request, ResourceType type, Target target) {
    String header = request.header("accept");
    if (header == null || header.isBlank()) {
      return JsonRepresentation.COMPACT;
    }
    List<Accept> clauses = Accept.parse(header);
    if (clauses.stream().noneMatch(ContentNegotiation::known)) {
      throw ApiStatusException.noRepresentation(available(target));
    }
    for (Accept clause : clauses) {
      Representation found = match(clause, request, type, target);
      if (found != null) {
        return found;
      }
    }
    throw ApiStatusException.notAcceptable(accepted(target));
  }

  @Override
  public Representation forDocument(ApiRequest request) {
    String header = request.header("accept");
    if (header == null || header.isBlank()) {
      return JsonRepresentation.COMPACT;
    }
    List<Accept> clauses = Accept.parse(header);
    if (clauses.stream().noneMatch(ContentNegotiation::known)) {
      throw ApiStatusException.noRepresentation(available(Target.OBJECT));
    }
    for (Accept clause : clauses) {
      if (clause.parameter("as").isEmpty()) {
        if (clause.covers(JSON)) {
          return JsonRepresentation.COMPACT;
        }
        if (clause.isExactly(YAML)) {
          return new Trees(new Trees.Whole(), /* yaml= */ true);
        }
      }
    }
    throw ApiStatusException.notAcceptable(accepted(Target.OBJECT));
  }

  /** Whether the type, apart from its parameters, is one that is served at all; "application/*" is not read. */
  private static boolean known(Accept clause) {
    return clause.isExactly("*/*")
        || clause.isExactly(JSON)
        || clause.isExactly(YAML)
        || clause.isExactly(Envelope.CONTENT_TYPE);
  }

  private static String available(Target target) {
    String all = accepted(Target.OBJECT);
    return target == Target.OBJECT
        ? all
        : all + ", " + JSON + ";stream=watch, " + Envelope.CONTENT_TYPE + ";stream=watch";
  }

  private static String accepted(Target target) {
    return target == Target.WATCH
        ? JSON + ";stream=watch, " + Envelope.CONTENT_TYPE + ";stream=watch"
        : JSON + ", " + YAML + ", " + Envelope.CONTENT_TYPE;
  }

  private @Nullable Representation match(
      Accept clause, ApiRequest request, ResourceType type, Target target) {
    boolean json = clause.covers(JSON);
    boolean yaml = clause.isExactly(YAML) && target != Target.WATCH;
    boolean protobuf = clause.isExactly(Envelope.CONTENT_TYPE);
    String as = clause.parameter("as");
    if (as.isEmpty()) {
      if (json) {
        return JsonRepresentation.COMPACT;
      }
      if (yaml) {
        return new Trees(new Trees.Whole(), /* yaml= */ true);
      }
      return protobuf && ProtobufRepresentation.supports(type)
          ? new ProtobufRepresentation(/* metadataOnly= */ false)
          : null;
    }
    String version = clause.parameter("v");
    boolean meta = clause.parameter("g").equals("meta.k8s.io")
        && (version.equals("v1") || version.equals("v1beta1"));
    if (!meta || !(json || yaml || protobuf)) {
      return null;
    }
    switch (as) {
      case "Table":
        if (protobuf) {
          return null;
        }
        return new Trees(
            new Tables(version, Tables.IncludeObject.of(request.parameter("includeObject")), clock),
            yaml);
      case "PartialObjectMetadata":
        return target == Target.LIST
            ? new Refusing(
                "you requested PartialObjectMetadata, but the requested object is a list (*"
                    + goPackage(type) + "." + type.listKind() + ")")
            : partial(version, protobuf, yaml);
      case "PartialObjectMetadataList":
        return target == Target.LIST
            ? partial(version, protobuf, yaml)
            : new Refusing(
                "you requested PartialObjectMetadataList, but the requested object is not a list (*"
                    + goPackage(type) + "." + type.kind() + ")");
      default:
        return null;
    }
  }

  private static String goPackage(ResourceType type) {
    return type.builtIn() ? type.internalPackage() : "unstructured";
  }

  private static Representation partial(String version, boolean protobuf, boolean yaml) {
    return protobuf
        ? new ProtobufRepresentation(/* metadataOnly= */ true)
        : new Trees(new Trees.MetadataOnly(version), yaml);
  }

  @Override
  public Representation forStatus(ApiRequest request) {
    String header = request.header("accept");
    if (header != null && !header.isBlank()) {
      for (Accept clause : Accept.parse(header)) {
        if (!clause.parameter("as").isEmpty()) {
          continue;
        }
        if (clause.covers(JSON)) {
          return JsonRepresentation.COMPACT;
        }
        if (clause.isExactly(YAML)) {
          return new Trees(new Trees.Whole(), /* yaml= */ true);
        }
        if (clause.isExactly(Envelope.CONTENT_TYPE)) {
          return new ProtobufRepresentation(/* metadataOnly= */ false);
        }
      }
      return JsonRepresentation.PRETTY;
    }
    return JsonRepresentation.COMPACT;
  }

  @Override
  public ObjectNode decode(ApiRequest request, @Nullable ResourceType type) {
    String header = request.header("content-type");
    String mediaType = header == null || header.isBlank() ? JSON : JsonBodies.mediaType(header);
    boolean protobuf = mediaType.equals(Envelope.CONTENT_TYPE);
    boolean taken = mediaType.equals(JSON)
        || mediaType.equals(YAML)
        || protobuf && (type == null || type.builtIn());
    if (!taken || header != null && !MediaParameters.sound(header)) {
      throw ApiStatusException.unsupportedMediaType(accepted(Target.OBJECT));
    }
    try {
      return protobuf
          ? Envelope.read(
              request.body(),
              type == null ? null : type.apiVersion(),
              type == null ? null : type.kind())
          : mediaType.equals(YAML)
              ? Yaml.read(request.body())
              : JsonBodies.decodeJson(request.body());
    } catch (UnreadableBody unreadable) {
      throw JsonBodies.unrecognized(request, type, unreadable);
    }
  }

  @Override
  public List<String> duplicates(ApiRequest request) {
    String header = request.header("content-type");
    if (header == null || !JsonBodies.mediaType(header).equals(YAML)) {
      return Negotiation.super.duplicates(request);
    }
    return Yaml.duplicates(request.body());
  }

  @Override
  public void settle(ResourceType type, ObjectNode object) {
    if (type.builtIn()) {
      GoForm.settle(type.apiVersion(), type.kind(), object);
    }
  }

  @Override
  public long storedSize(ServedObject object) {
    return ProtobufRepresentation.supports(object.type())
        ? new ProtobufRepresentation(/* metadataOnly= */ false).object(object).length
        : Negotiation.super.storedSize(object);
  }
}
