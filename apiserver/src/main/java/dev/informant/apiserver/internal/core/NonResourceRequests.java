package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.discovery.Digests;
import dev.informant.apiserver.internal.discovery.DiscoveryDocuments;
import dev.informant.apiserver.internal.discovery.OpenApi;
import dev.informant.apiserver.internal.discovery.Swagger;
import dev.informant.apiserver.internal.discovery.SwaggerProtobuf;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ServedResources;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Requests about anything but resources: discovery, OpenAPI, health, version. Thread-safe. */
final class NonResourceRequests {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String PROTOBUF_SPEC = "application/com.github.proto-openapi.spec.v2";

  private final ResourceRegistry registry;
  private final CoreOptions options;

  NonResourceRequests(ResourceRegistry registry, CoreOptions options) {
    this.registry = registry;
    this.options = options;
  }

  ApiResponse answer(Call call, @Nullable RequestPath version) {
    ApiRequest request = call.request();
    ServedResources served = registry.now();
    String path = request.path();
    if (HealthChecks.isCheck(path)) {
      return HealthChecks.answer(call, path);
    }
    path = path.startsWith("/openapi/") ? path : trimmed(path);
    if (!request.method().equals("GET") && !mindsNoMethod(served, path)) {
      return known(path) || version != null
          ? call.failure(ApiStatusException.methodNotOffered())
          : call.pageNotFound();
    }
    if (version != null) {
      return served.servesVersion(version.group(), version.version())
          ? call.negotiated(
              DiscoveryDocuments.resourceList(served, version.group(), version.version()))
          : call.noSuchResource(served.ownGroup(version.group()));
    }
    return switch (path) {
      case "/" -> call.document(paths(served));
      case "/api" ->
        aggregates(request)
            ? aggregated(call, served, true)
            : call.negotiated(DiscoveryDocuments.coreVersions(serverAddress(request)));
      case "/apis" ->
        aggregates(request)
            ? aggregated(call, served, false)
            : call.negotiated(DiscoveryDocuments.groupList(served));
      case "/version" -> call.indented(version());
      case "/openapi/v2" -> openApiV2(call, served);
      case "/openapi/v3" -> call.index(OpenApi.index(served, options.version()));
      default -> deeper(call, served, path);
    };
  }

  /** What is served whatever is to be done with it. */
  private static boolean mindsNoMethod(ServedResources served, String path) {
    return path.equals("/")
        || path.equals("/apis")
        || path.startsWith("/openapi/")
        || path.startsWith("/apis/") && served.groups().contains(path.substring("/apis/".length()));
  }

  private ApiResponse deeper(Call call, ServedResources served, String path) {
    if (path.startsWith("/apis/")) {
      String group = path.substring("/apis/".length());
      return served.groups().contains(group)
          ? call.negotiated(DiscoveryDocuments.group(served, group))
          : call.pageNotFound();
    }
    if (path.startsWith("/openapi/v3/")) {
      return openApiV3(call, served, path.substring("/openapi/v3/".length()));
    }
    return path.startsWith("/version/") || path.startsWith("/api//")
        ? call.failure(ApiStatusException.noSuchResource())
        : call.pageNotFound();
  }

  private ApiResponse openApiV3(Call call, ServedResources served, String path) {
    if (!OpenApi.has(served, path)) {
      return call.empty(404);
    }
    String hash = OpenApi.hash(served, path, options.version());
    String asked = call.request().parameter("hash");
    if (asked != null && !asked.equals(hash)) {
      return call.redirect("/openapi/v3/" + path + "?hash=" + hash);
    }
    return call.immutable(OpenApi.document(served, path, options.version()), hash, asked != null);
  }

  private ApiResponse openApiV2(Call call, ServedResources served) {
    ObjectNode document = Swagger.document(served, options.version());
    String tag = Digests.of(Json.write(document));
    for (String clause : accepted(call.request())) {
      if (clause.equals(PROTOBUF_SPEC + "@v1.0+protobuf")
          || clause.equals(PROTOBUF_SPEC + ".v1.0+protobuf")) {
        return call.specification(
            PROTOBUF_SPEC + ".v1.0+protobuf", SwaggerProtobuf.encode(document), tag);
      }
      if (clause.equals("application/json")
          || clause.equals("*/*")
          || clause.equals("application/*")) {
        return call.specification("application/json", Json.write(document), tag);
      }
    }
    return call.unspecified();
  }

  /** What a request accepts, without parameters, in its order. */
  private static List<String> accepted(ApiRequest request) {
    String accept = request.header("accept");
    return accept == null || accept.isBlank()
        ? List.of("*/*")
        : Arrays.stream(accept.split(","))
            .map(clause -> clause.replaceAll(";.*", "").strip())
            .toList();
  }

  private static ApiResponse aggregated(Call call, ServedResources served, boolean core) {
    ObjectNode document = DiscoveryDocuments.aggregated(served, core);
    return call.tagged(AGGREGATED, document, Digests.of(Json.write(document)));
  }

  private static boolean aggregates(ApiRequest request) {
    String accept = request.header("accept");
    if (accept == null) {
      return false;
    }
    for (String clause : accept.split(",")) {
      String compact = clause.replace(" ", "") + ";";
      if (compact.startsWith("application/json;")
          && compact.contains(";as=APIGroupDiscoveryList;")
          && compact.contains(";v=v2;")
          && compact.contains(";g=apidiscovery.k8s.io;")) {
        return true;
      }
      if (compact.startsWith("application/json;") && !compact.contains(";as=")) {
        return false;
      }
    }
    return false;
  }

  private ObjectNode version() {
    String[] numbers = options.version().replaceFirst("^v", "").split("[.+-]");
    String major = numbers[0];
    String minor = numbers.length > 1 ? numbers[1] : "0";
    ObjectNode version = JsonNodeFactory.instance.objectNode();
    version.put("major", major).put("minor", minor);
    version.put("emulationMajor", major).put("emulationMinor", minor);
    if (minor.matches("[1-9][0-9]{0,8}")) {
      version.put("minCompatibilityMajor", major);
      version.put("minCompatibilityMinor", Integer.toString(Integer.parseInt(minor) - 1));
    }
    version.put("gitVersion", options.version()).put("gitCommit", "").put("gitTreeState", "");
    version.put("buildDate", "1970-01-01T00:00:00Z");
    version.put("goVersion", "none").put("compiler", "javac");
    return version.put("platform", platform());
  }

  /** In Go's words, e.g. {@code linux/amd64}. */
  private static String platform() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String os = system.startsWith("mac")
        ? "darwin"
        : system.startsWith("windows") ? "windows" : system.replace(' ', '-');
    String architecture = switch (processor) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> processor;
    };
    return os + "/" + architecture;
  }

  private static ObjectNode paths(ServedResources served) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode paths = document.putArray("paths");
    paths.add("/api").add("/api/v1").add("/apis").add("/apis/");
    for (String group : served.groups()) {
      if (!group.isEmpty()) {
        paths.add("/apis/" + group);
        served.versions(group).forEach(one -> paths.add("/apis/" + group + "/" + one));
      }
    }
    paths.add("/healthz").add("/livez").add("/openapi/v2").add("/openapi/v3");
    paths.add("/readyz").add("/version");
    return document;
  }

  private static boolean known(String path) {
    return switch (path) {
      case "/api", "/version" -> true;
      default -> false;
    };
  }

  private static String trimmed(String path) {
    String trimmed = GoText.withoutLast(path, '/');
    return trimmed.isEmpty() ? path : trimmed;
  }

  private static String serverAddress(ApiRequest request) {
    String host = request.header("host");
    return host == null ? "localhost" : host;
  }
}
