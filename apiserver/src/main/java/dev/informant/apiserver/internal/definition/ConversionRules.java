package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import dev.informant.apiserver.internal.values.NameForms;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How a CRD says that its versions are converted. Stateless. */
final class ConversionRules {
  private static final String PATH = "spec.conversion";
  private static final String CLIENT = PATH + ".webhookClientConfig";

  private ConversionRules() {}

  static void check(JsonNode conversion, List<Cause> causes) {
    if (!conversion.isObject()) {
      return;
    }
    String strategy = conversion.path("strategy").asText("");
    if (strategy.isEmpty()) {
      causes.add(Cause.required(PATH + ".strategy", ""));
    } else if (!strategy.equals("None") && !strategy.equals("Webhook")) {
      causes.add(Cause.unsupported(PATH + ".strategy", strategy, "\"None\", \"Webhook\""));
    }
    JsonNode client = conversion.path("webhook").path("clientConfig");
    JsonNode versions = conversion.path("webhook").path("conversionReviewVersions");
    if (strategy.equals("Webhook")) {
      client(client, causes);
      versions(versions, causes);
      return;
    }
    String detail = "should not be set when strategy is not set to Webhook";
    if (client.isObject()) {
      causes.add(Cause.forbidden(CLIENT, detail));
    }
    if (!versions.isEmpty()) {
      causes.add(Cause.forbidden(PATH + ".conversionReviewVersions", detail));
    }
  }

  private static void client(JsonNode client, List<Cause> causes) {
    if (!client.isObject()) {
      causes.add(Cause.required(CLIENT, "required when strategy is set to Webhook"));
    } else if (client.hasNonNull("url") == client.hasNonNull("service")) {
      causes.add(Cause.required(CLIENT, "exactly one of url or service is required"));
    } else if (client.hasNonNull("url")) {
      address(client.path("url").asText(), causes);
    } else {
      service(client.path("service"), causes);
    }
  }

  private static void address(String text, List<Cause> causes) {
    String form = "; desired format: https://host[/path]";
    URI address;
    try {
      address = new URI(text);
    } catch (URISyntaxException malformed) {
      causes.add(Cause.required(
          CLIENT + ".url",
          "url must be a valid URL: parse " + GoJson.quoted(text) + ": " + malformed.getReason()
              + form));
      return;
    }
    String scheme = address.getScheme() == null ? "" : address.getScheme();
    if (!scheme.equals("https")) {
      causes.add(Cause.invalid(
          CLIENT + ".url", GoJson.quoted(scheme), "'https' is the only allowed URL scheme" + form));
    }
    if (address.getRawAuthority() == null || address.getRawAuthority().isEmpty()) {
      causes.add(Cause.invalid(CLIENT + ".url", "\"\"", "host must be specified" + form));
    }
    part(address.getRawUserInfo(), "user information is not permitted in the URL", causes);
    part(address.getFragment(), "fragments are not permitted in the URL", causes);
    part(address.getRawQuery(), "query parameters are not permitted in the URL", causes);
  }

  private static void part(
      @org.jspecify.annotations.Nullable String part, String detail, List<Cause> causes) {
    if (part != null && !part.isEmpty()) {
      causes.add(Cause.invalid(CLIENT + ".url", GoJson.quoted(part), detail));
    }
  }

  private static void service(JsonNode service, List<Cause> causes) {
    String at = CLIENT + ".service";
    // a kube-apiserver takes the one for the other here
    if (service.path("namespace").asText("").isEmpty()) {
      causes.add(Cause.required(at + ".name", ""));
    }
    if (service.path("name").asText("").isEmpty()) {
      causes.add(Cause.required(at + ".namespace", ""));
    }
    int port = service.path("port").asInt(443);
    if (port < 1 || port > 65535) {
      causes.add(Cause.invalid(
          at + ".port",
          Integer.toString(port),
          "port is not valid: must be between 1 and 65535, inclusive"));
    }
    path(service.path("path").asText(""), at + ".path", causes);
  }

  private static void path(String path, String at, List<Cause> causes) {
    if (path.isEmpty() || path.equals("/")) {
      return;
    }
    String shown = GoJson.quoted(path);
    if (path.equals("//")) {
      causes.add(Cause.invalid(at, shown, "segment[0] may not be empty"));
      return;
    }
    if (!path.startsWith("/")) {
      causes.add(Cause.invalid(at, shown, "must start with a '/'"));
    }
    String checked = path.substring(1); // whatever the first character is
    String[] steps = (checked.endsWith("/") ? checked.substring(0, checked.length() - 1) : checked)
        .split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].isEmpty()) {
        causes.add(Cause.invalid(at, shown, "segment[" + i + "] may not be empty"));
        continue;
      }
      for (String wrong : NameForms.subdomain(steps[i])) {
        causes.add(Cause.invalid(at, shown, "segment[" + i + "]: " + wrong));
      }
    }
  }

  private static void versions(JsonNode versions, List<Cause> causes) {
    String at = PATH + ".conversionReviewVersions";
    if (versions.isEmpty()) {
      causes.add(Cause.required(at, ""));
      return;
    }
    Set<String> seen = new HashSet<>();
    int index = 0;
    for (JsonNode version : versions) {
      String place = at + "[" + index++ + "]";
      if (!seen.add(version.asText())) {
        causes.add(Cause.invalid(place, GoShown.of(version), "duplicate version"));
        continue;
      }
      for (String wrong : NameForms.letterLabel(version.asText())) {
        causes.add(Cause.invalid(place, GoShown.of(version), wrong));
      }
    }
    if (!seen.contains("v1") && !seen.contains("v1beta1")) {
      causes.add(
          Cause.invalid(at, GoShown.json(versions), "must include at least one of v1, v1beta1"));
    }
  }
}
