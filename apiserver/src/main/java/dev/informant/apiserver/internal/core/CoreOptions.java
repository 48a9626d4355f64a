package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.storage.HistoryPolicy;
import java.time.Duration;
import java.util.Set;

/**
 * What can be chosen about a core. Immutable.
 *
 * @param history how much of the past is kept
 * @param groupVersions served besides those a current kube-apiserver serves, e.g. {@code
 *     gateway.networking.k8s.io/v1}
 * @param watchList whether {@code sendInitialEvents} is offered, as from 1.34 on
 * @param watchBuffer events a watch may be behind before it is cut off
 * @param bodyLimit bytes of a request body
 * @param eventLife how long an Event is kept after its last write
 * @param version e.g. {@code v1.36.0}
 */
public record CoreOptions(
    HistoryPolicy history,
    Set<String> groupVersions,
    boolean watchList,
    int watchBuffer,
    long bodyLimit,
    Duration eventLife,
    String version) {
  /** Body bytes an API server takes: {@value}. */
  public static final int DEFAULT_BODY_LIMIT = 3 * 1024 * 1024;

  public static final CoreOptions DEFAULT = new CoreOptions(
      HistoryPolicy.DEFAULT,
      Set.of(),
      true,
      1000,
      DEFAULT_BODY_LIMIT,
      Duration.ofHours(1),
      "v1.36.0");

  public CoreOptions withHistory(HistoryPolicy policy) {
    return new CoreOptions(
        policy, groupVersions, watchList, watchBuffer, bodyLimit, eventLife, version);
  }

  public CoreOptions withGroupVersions(Set<String> also) {
    return new CoreOptions(
        history, Set.copyOf(also), watchList, watchBuffer, bodyLimit, eventLife, version);
  }

  public CoreOptions withWatchList(boolean offered) {
    return new CoreOptions(
        history, groupVersions, offered, watchBuffer, bodyLimit, eventLife, version);
  }

  public CoreOptions withWatchBuffer(int events) {
    return new CoreOptions(
        history, groupVersions, watchList, events, bodyLimit, eventLife, version);
  }
}
