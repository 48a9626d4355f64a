package dev.informant.apiserver;

import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.http.HttpOptions;
import dev.informant.apiserver.internal.http.Identity;
import dev.informant.apiserver.internal.storage.HistoryPolicy;
import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about an {@link ApiServer} before it starts. A value that makes no sense is an
 * IllegalArgumentException that names the option and what is allowed. Not thread-safe.
 */
public final class ApiServerBuilder {
  String host = "127.0.0.1";
  int port;
  boolean tls = true;
  boolean anonymous = true;
  boolean adminEndpoint;
  boolean compressWatches;
  boolean watchList = CoreOptions.DEFAULT.watchList();
  int watchBuffer = CoreOptions.DEFAULT.watchBuffer();
  int bodyLimit = CoreOptions.DEFAULT_BODY_LIMIT;
  int maxStreams = HttpOptions.DEFAULT_MAX_STREAMS;
  Duration idleTimeout = HttpOptions.DEFAULT_IDLE_TIMEOUT;
  Duration eventLifetime = CoreOptions.DEFAULT.eventLife();
  String version = CoreOptions.DEFAULT.version();
  HistoryPolicy history = HistoryPolicy.DEFAULT;
  Authorizer authorizer = Authorizer.allowAll();
  long seed = 1;

  @Nullable
  EngineRuntime runtime;

  final Map<String, Identity> tokens = new HashMap<>();
  final Set<String> groupVersions = new HashSet<>();
  final List<String> alsoKnownAs = new ArrayList<>();

  ApiServerBuilder() {}

  /** A fixed port; 0, the default, takes a free one. */
  public ApiServerBuilder port(int number) {
    port = BuilderChecks.port(number);
    return this;
  }

  /**
   * The address to listen on: 127.0.0.1 by default. Another one is reachable by others, who then need a
   * credential: {@link #anonymous} is off unless it is set afterwards.
   */
  public ApiServerBuilder host(String address) {
    host = BuilderChecks.hostName("host", address);
    anonymous = ApiServer.isLoopback(address);
    return this;
  }

  /** A further name or address that the certificate is for. */
  public ApiServerBuilder alsoKnownAs(String hostName) {
    alsoKnownAs.add(BuilderChecks.hostName("alsoKnownAs", hostName));
    return this;
  }

  /** Without TLS. */
  public ApiServerBuilder plainHttp() {
    tls = false;
    return this;
  }

  /** A bearer token and who shows it; the user's uid is its name. */
  public ApiServerBuilder token(String token, String user, String... groups) {
    for (String group : groups) {
      BuilderChecks.notEmpty("token", group);
    }
    tokens.put(
        BuilderChecks.notEmpty("token", token),
        new Identity(BuilderChecks.notEmpty("token", user), user, List.of(groups)));
    return this;
  }

  /** Whether requests without credentials are served, as {@code system:anonymous}. To be said after {@link #host}. */
  public ApiServerBuilder anonymous(boolean served) {
    anonymous = served;
    return this;
  }

  /** Who may do what: everybody everything, unless it is said. */
  public ApiServerBuilder authorizer(Authorizer decides) {
    authorizer = decides;
    return this;
  }

  /** Whether the knobs can be turned over HTTP; off unless asked for. */
  public ApiServerBuilder adminEndpoint(boolean on) {
    adminEndpoint = on;
    return this;
  }

  /** Where time, timers and threads come from; it stays the caller's to close. */
  public ApiServerBuilder runtime(EngineRuntime given) {
    runtime = given;
    return this;
  }

  /** What {@code /version} says, e.g. {@code v1.36.0}. */
  public ApiServerBuilder version(String gitVersion) {
    version = BuilderChecks.version(gitVersion);
    return this;
  }

  /** Serves a group and version that a server does not by default, e.g. {@code batch/v1beta1}. */
  public ApiServerBuilder serve(String groupVersion) {
    groupVersions.add(BuilderChecks.groupVersion(groupVersion));
    return this;
  }

  /** How many changes per resource a watch can go back, at least and at most. */
  public ApiServerBuilder watchWindow(int kept, int maximum) {
    BuilderChecks.window(kept, maximum);
    history = history.withChanges(kept, maximum);
    return this;
  }

  /** Whether {@code sendInitialEvents} is offered, as from 1.34 on. */
  public ApiServerBuilder watchList(boolean offered) {
    watchList = offered;
    return this;
  }

  /** How long Events are kept. */
  public ApiServerBuilder eventLifetime(Duration time) {
    eventLifetime = BuilderChecks.positive("eventLifetime", time);
    return this;
  }

  /** Events a watch may be behind before it is cut off. */
  public ApiServerBuilder watchBuffer(int events) {
    watchBuffer = BuilderChecks.atLeast(1, "watchBuffer", events);
    return this;
  }

  /** Whether watches with initial events are gzipped for clients that take it, as from 1.37 on. */
  public ApiServerBuilder compressWatches(boolean on) {
    compressWatches = on;
    return this;
  }

  /** Bytes that a request's body may have. */
  public ApiServerBuilder bodyLimit(int bytes) {
    bodyLimit = BuilderChecks.atLeast(0, "bodyLimit", bytes);
    return this;
  }

  /** HTTP/2 streams of one connection. */
  public ApiServerBuilder maxStreams(int streams) {
    maxStreams = BuilderChecks.atLeast(1, "maxStreams", streams);
    return this;
  }

  /** How long a connection may do nothing, or a write make no progress; quiet watches are fine. */
  public ApiServerBuilder idleTimeout(Duration time) {
    idleTimeout = BuilderChecks.positive("idleTimeout", time);
    return this;
  }

  /** Decides for faults with a probability. */
  public ApiServerBuilder seed(long number) {
    seed = number;
    return this;
  }

  /** Starts the server; it listens when this returns. */
  public ApiServer start() {
    return new ApiServer(this).listen();
  }
}
