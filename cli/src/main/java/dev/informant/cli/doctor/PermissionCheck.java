package dev.informant.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.kubernetes.transport.Resource;
import java.util.ArrayList;
import java.util.List;

/** Tries whether a kind can be listed and watched, by doing it. Used by one thread. */
public final class PermissionCheck {
  private final ApiClient client;
  private final String namespace;

  public PermissionCheck(ApiClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  public Finding check(Resource resource) {
    String topic = resource.toString();
    String path = "/" + resource.path(resource.namespaced() ? namespace : "");
    List<String> missing = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    String version = "";
    try {
      JsonNode page = client.get(path + "?limit=1");
      version = page.path("metadata").path("resourceVersion").asText("");
    } catch (CommandException refused) {
      note("list", refused, missing, failures);
    }
    try {
      int code = client.status(path + "?watch=true&timeoutSeconds=5&resourceVersion=" + version);
      if (code == 403) {
        missing.add("watch");
      } else if (code != 200) {
        failures.add("watch returned " + code);
      }
    } catch (CommandException refused) {
      note("watch", refused, missing, failures);
    }
    if (missing.isEmpty() && failures.isEmpty()) {
      return Finding.good(topic, "list and watch");
    }
    if (missing.isEmpty()) {
      return Finding.problem(topic, String.join("; ", failures), "see the server's log");
    }
    return Finding.problem(
        topic, "no permission to " + String.join(" and ", missing), rule(resource, missing));
  }

  private static void note(
      String verb, CommandException refused, List<String> missing, List<String> failures) {
    if (refused.exitCode() == ExitCode.FORBIDDEN) {
      missing.add(verb);
    } else {
      failures.add(verb + ": " + refused.getMessage());
    }
  }

  /** The rule as it stands in a Role or ClusterRole. */
  private String rule(Resource resource, List<String> verbs) {
    boolean role = resource.namespaced() && !namespace.isEmpty();
    return "add to a " + (role ? "Role in " + namespace : "ClusterRole") + ": {apiGroups: [\""
        + resource.group() + "\"], resources: [\"" + resource.plural() + "\"], verbs: [\""
        + String.join("\", \"", verbs) + "\"]}";
  }
}
