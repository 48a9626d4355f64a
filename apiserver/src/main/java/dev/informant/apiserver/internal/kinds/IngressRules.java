package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.Addresses;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.List;

/** What ingresses must be like. Stateless. */
final class IngressRules {
  private static final List<String> FORBIDDEN = List.of("//", "/./", "/../", "%2f", "%2F");

  private IngressRules() {}

  static void check(Checks object) {
    Checks spec = object.at("spec");
    if (spec.get("rules").isEmpty() && !spec.present("defaultBackend")) {
      spec.add(Cause.invalid(
          "spec",
          spec.get("rules").isArray() ? "[]" : "null",
          "either `defaultBackend` or `rules` must be specified"));
    }
    if (spec.present("defaultBackend")) {
      backend(spec.at("defaultBackend"));
    }
    spec.each("rules", rule -> {
      if (!rule.text("host").isEmpty()) {
        host(rule, "host", rule.text("host"), /* named= */ true);
      }
      if (rule.present("http")) {
        Checks http = rule.at("http").required("paths");
        http.each("paths", IngressRules::path);
      }
    });
    spec.each("tls", tls -> {
      int index = 0;
      for (JsonNode host : tls.get("hosts")) {
        host(tls, "hosts[" + index++ + "]", host.asText(), /* named= */ false);
      }
      tls.subdomain("secretName");
    });
    if (spec.present("ingressClassName")) {
      String name = spec.text("ingressClassName");
      spec.each(NameForms.subdomain(name), "ingressClassName", name);
    }
  }

  private static void host(Checks checks, String place, String host, boolean named) {
    if (named && Addresses.address(host, /* sloppy= */ true)) {
      checks.invalid(place, Checks.quoted(host), "must be a DNS name, not an IP address");
    }
    checks.each(
        host.contains("*") ? NameForms.wildcard(host) : NameForms.subdomain(host), place, host);
  }

  private static void path(Checks path) {
    if (!path.present("pathType")) {
      path.add(Cause.required(path.path("pathType"), "pathType must be specified"));
      return;
    }
    String text = path.text("path");
    String type = path.text("pathType");
    boolean literal = type.equals("Exact") || type.equals("Prefix");
    boolean free = type.equals("ImplementationSpecific");
    if ((literal || free && !text.isEmpty()) && !text.startsWith("/")) {
      path.invalid("path", Checks.quoted(text), "must be an absolute path");
    }
    if (literal) {
      for (String sequence : FORBIDDEN) {
        if (text.contains(sequence)) {
          path.invalid("path", Checks.quoted(text), "must not contain '" + sequence + "'");
        }
      }
      for (String end : List.of("/..", "/.")) {
        if (text.endsWith(end)) {
          path.invalid("path", Checks.quoted(text), "cannot end with '" + end + "'");
        }
      }
    } else if (!free) {
      path.oneOf("pathType", "Exact", "ImplementationSpecific", "Prefix");
    }
    backend(path.at("backend"));
  }

  private static void backend(Checks backend) {
    boolean resource = backend.present("resource");
    boolean service = backend.present("service");
    if (resource == service) {
      backend.add(Cause.invalid(
          backend.here(),
          "\"\"",
          resource
              ? "cannot set both resource and service backends"
              : "resource or service backend is required"));
    } else if (resource) {
      backend.at("resource").required("kind").required("name");
    } else {
      service(backend, backend.at("service"));
    }
  }

  private static void service(Checks backend, Checks service) {
    service.required("name").label("name");
    Checks port = service.at("port");
    boolean numbered = port.get("number").asLong() != 0;
    boolean named = !port.text("name").isEmpty();
    if (numbered && named) {
      backend.add(Cause.invalid(backend.here(), "\"\"", "cannot set both port name & port number"));
    } else if (named) {
      port.each(NameForms.portName(port.text("name")), "name", port.text("name"));
    } else if (numbered) {
      port.port("number");
    } else {
      backend.add(Cause.required(backend.here(), "port name or number is required"));
    }
  }
}
