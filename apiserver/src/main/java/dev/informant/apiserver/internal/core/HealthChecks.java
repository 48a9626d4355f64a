package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.values.GoJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** {@code /healthz}, {@code /livez} and {@code /readyz}: the checks that a kube-apiserver has, all passed. Stateless. */
final class HealthChecks {
  /** What happens after the start, in its order. */
  private static final List<String> HOOKS = List.of(
      "poststarthook/start-apiserver-admission-initializer",
      "poststarthook/generic-apiserver-start-informers",
      "poststarthook/priority-and-fairness-config-consumer",
      "poststarthook/priority-and-fairness-filter",
      "poststarthook/storage-object-count-tracker-hook",
      "poststarthook/start-apiextensions-informers",
      "poststarthook/start-apiextensions-controllers",
      "poststarthook/crd-informer-synced",
      "poststarthook/start-system-namespaces-controller",
      "poststarthook/peer-endpoint-reconciler-controller",
      "poststarthook/start-cluster-authentication-info-controller",
      "poststarthook/start-kube-apiserver-identity-lease-controller",
      "poststarthook/start-kube-apiserver-identity-lease-garbage-collector",
      "poststarthook/storage-readiness",
      "poststarthook/start-legacy-token-tracking-controller",
      "poststarthook/start-service-ip-repair-controllers",
      "poststarthook/rbac/bootstrap-roles",
      "poststarthook/scheduling/bootstrap-system-priority-classes",
      "poststarthook/priority-and-fairness-config-producer",
      "poststarthook/bootstrap-controller",
      "poststarthook/start-kubernetes-service-cidr-controller",
      "poststarthook/start-kube-aggregator-informers",
      "poststarthook/apiservice-status-local-available-controller",
      "poststarthook/apiservice-status-remote-available-controller",
      "poststarthook/apiservice-registration-controller",
      "poststarthook/apiservice-discovery-controller",
      "poststarthook/kube-apiserver-autoregistration",
      "autoregister-completion",
      "poststarthook/apiservice-openapi-controller",
      "poststarthook/apiservice-openapiv3-controller");

  private static final List<String> ALIVE =
      joined(List.of("ping", "log", "loopback-serving-certificate", "etcd"), List.of());
  private static final List<String> READY = joined(
      List.of("ping", "log", "etcd", "etcd-readiness", "informer-sync"), List.of("shutdown"));

  private HealthChecks() {}

  static boolean isCheck(String path) {
    return path.matches("/(healthz|livez|readyz)(/.*)?");
  }

  /** {@code path} is one of a check, or of all of them. */
  static ApiResponse answer(Call call, String path) {
    int end = path.indexOf('/', 1);
    String name = end < 0 ? path.substring(1) : path.substring(1, end);
    List<String> checks = name.equals("readyz") ? READY : ALIVE;
    if (end >= 0) {
      return checks.contains(path.substring(end + 1))
          ? call.bytes(200, "text/plain; charset=utf-8", "ok".getBytes(StandardCharsets.UTF_8))
          : call.pageNotFound();
    }
    return call.text(
        200, call.request().query().containsKey("verbose") ? all(call, name, checks) : "ok");
  }

  private static String all(Call call, String name, List<String> checks) {
    List<String> excluded = call.request().query().getOrDefault("exclude", List.of());
    StringBuilder text = new StringBuilder();
    for (String check : checks) {
      String how = excluded.contains(check) ? " excluded: ok\n" : " ok\n";
      text.append("[+]").append(check).append(how);
    }
    TreeSet<String> unknown = new TreeSet<>(excluded);
    checks.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      text.append("warn: some health checks cannot be excluded: no matches for ")
          .append(String.join(",", unknown.stream().map(GoJson::quoted).toList()))
          .append('\n');
    }
    return text.append(name).append(" check passed\n").toString();
  }

  private static List<String> joined(List<String> first, List<String> last) {
    List<String> all = new ArrayList<>(first);
    all.addAll(HOOKS);
    all.addAll(last);
    return List.copyOf(all);
  }
}
