package dev.informant.cli;

import java.util.Iterator;
import java.util.List;

/** The kinds most programs follow: what sync measures by default, and what shells offer. Immutable. */
final class UsualKinds implements Iterable<String> {
  static final List<String> NAMES = List.of(
      "pods",
      "nodes",
      "namespaces",
      "services",
      "configmaps",
      "secrets",
      "deployments",
      "replicasets",
      "statefulsets",
      "daemonsets",
      "jobs",
      "endpointslices",
      "events");

  @Override
  public Iterator<String> iterator() {
    return NAMES.iterator();
  }
}
