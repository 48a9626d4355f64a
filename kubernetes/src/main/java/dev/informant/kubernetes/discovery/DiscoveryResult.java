package dev.informant.kubernetes.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what answers say, from any thread. */
final class DiscoveryResult {
  private final List<DiscoveredKinds.Kind> kinds = new ArrayList<>(); // guarded by this
  private final Map<String, String> failures = new LinkedHashMap<>(); // guarded by this

  synchronized void add(DiscoveredKinds.Kind kind) {
    kinds.add(kind);
  }

  synchronized void failed(String groupVersion, String why) {
    failures.put(groupVersion, why);
  }

  synchronized DiscoveredKinds complete() {
    return new DiscoveredKinds(kinds, failures);
  }
}
