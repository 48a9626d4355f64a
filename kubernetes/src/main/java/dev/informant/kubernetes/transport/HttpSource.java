package dev.informant.kubernetes.transport;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.internal.http.QueryString;
import dev.informant.kubernetes.internal.source.BodyPump;
import dev.informant.kubernetes.internal.source.ListReader;
import dev.informant.kubernetes.internal.source.ObjectDecoder;
import dev.informant.kubernetes.internal.source.WatchReader;
import dev.informant.kubernetes.internal.stream.ListSplitter;
import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches a collection of an API server. Lists are requested compressed and split into objects while they
 * arrive; watches are requested uncompressed. Objects are decoded on the runtime's pipeline, never on the HTTP client's
 * threads. Nothing is retried here. Thread-safe.
 */
public final class HttpSource<T> implements ListerWatcher<T> {
  /** The default time without data after which a list, or the opening of a watch, fails. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(90);

  private static final String JSON = "application/json";
  private static final String METADATA_FORM = ";g=meta.k8s.io;v=v1";

  private final EngineRuntime runtime;
  private final ApiConnection connection;
  private final Resource resource;
  private final String namespace;
  private final String path;
  private final ObjectDecoder<T> decoder;
  private final Duration patience;
  /** The latest request; earlier ones have ended or were cancelled. */
  private volatile @Nullable Asked latest;

  private record Asked(String what, BodyPump pump) {}

  private HttpSource(Builder<T> builder) {
    this.runtime = builder.runtime;
    this.connection = builder.connection;
    this.resource = builder.resource;
    this.namespace = builder.namespace;
    this.path = resource.path(namespace);
    this.decoder =
        new ObjectDecoder<>(builder.codec, builder.leaveOutManagedFields, builder.keepBytes);
    this.patience = builder.patience;
  }

  public static <T> Builder<T> builder(
      ApiConnection connection, Resource resource, Codec<T> codec) {
    return new Builder<>(connection, resource, codec);
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<T> receiver) {
    ListReader<T> reader =
        new ListReader<>(describe("list"), decoder, receiver, ListSplitter.DEFAULT_LIMIT);
    BodyPump pump = new BodyPump(runtime, reader, patience);
    latest = new Asked(reader.what(), pump);
    pump.send(
        connection.clients()::current,
        connection.get(
            path + QueryString.of(options, /* watch= */ false),
            accept("PartialObjectMetadataList"),
            "gzip"));
    return pump;
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
    WatchReader<T> reader =
        new WatchReader<>(describe("watch"), decoder, receiver, ListSplitter.DEFAULT_LIMIT);
    BodyPump pump = new BodyPump(runtime, reader, patience);
    latest = new Asked(reader.what(), pump);
    pump.send(
        connection.clients()::current,
        connection.get(
            path + QueryString.of(options, /* watch= */ true),
            accept("PartialObjectMetadata"),
            "identity"));
    return pump;
  }

  @Override
  public String transport() {
    return connection.transport();
  }

  @Override
  public @Nullable String underWay() {
    Asked asked = latest;
    if (asked == null) {
      return null;
    }
    String progress = asked.pump().progress();
    return progress == null ? null : asked.what() + ", " + progress;
  }

  private String accept(String metadataKind) {
    return switch (decoder.codec().representation()) {
      case OBJECT -> JSON;
      case METADATA -> JSON + ";as=" + metadataKind + METADATA_FORM;
    };
  }

  private String describe(String verb) {
    String where =
        !resource.namespaced() || namespace.isEmpty() ? "" : " in namespace " + namespace;
    return verb + " of " + resource + where + " at " + connection.address();
  }

  @Override
  public String toString() {
    return describe("source");
  }

  /** Builds a source. Not thread-safe. */
  public static final class Builder<T> {
    private final ApiConnection connection;
    private final Resource resource;
    private final Codec<T> codec;
    private EngineRuntime runtime = EngineRuntime.shared();
    private String namespace = "";
    private boolean leaveOutManagedFields;
    private boolean keepBytes;
    private Duration patience = DEFAULT_PATIENCE;

    private Builder(ApiConnection connection, Resource resource, Codec<T> codec) {
      this.connection = Objects.requireNonNull(connection, "connection");
      this.resource = Objects.requireNonNull(resource, "resource");
      this.codec = Objects.requireNonNull(codec, "codec");
    }

    /** The runtime that decodes objects. Default: {@link EngineRuntime#shared()}. */
    public Builder<T> runtime(EngineRuntime value) {
      runtime = Objects.requireNonNull(value, "runtime");
      return this;
    }

    /** One namespace; empty, the default, means all. */
    public Builder<T> namespace(String value) {
      namespace = Objects.requireNonNull(value, "namespace");
      return this;
    }

    /** Whether to remove managed fields from the received bytes before decoding. */
    public Builder<T> leaveOutManagedFields(boolean value) {
      leaveOutManagedFields = value;
      return this;
    }

    /**
     * Whether to pass on the bytes of each object, without managed fields if those are removed. Only for receivers that
     * do not change the object.
     */
    public Builder<T> keepBytes(boolean value) {
      keepBytes = value;
      return this;
    }

    /** How long a list, or the opening of a watch, may receive no data before it fails. */
    public Builder<T> patience(Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException("timeout must be positive: " + Readable.time(value));
      }
      patience = value;
      return this;
    }

    public HttpSource<T> build() {
      return new HttpSource<>(this);
    }
  }
}
