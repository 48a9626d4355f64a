package dev.informant.verification.conformance;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;

/** §3.4, §5 and what of §16 needs another wire: too old watches, what is not cached, protobuf bodies, WebSockets. */
final class WireScripts {
  static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private WireScripts() {}

  static List<ConformanceScript> all() {
    return List.of(tooOld(), uncached(), snapshots(), protobufWrites(), sockets(), socketTokens());
  }

  private static ConformanceScript tooOld() {
    ConformanceScript script = new ConformanceScript("3.4", "too old").inNamespace();
    script.post(script.core("configmaps"), "{'metadata':{'name':'a'}}");
    script.compact();
    script.post(script.core("configmaps"), "{'metadata':{'name':'b'}}");
    script.watch(script.core("configmaps?resourceVersion=1"));
    script.watch(script.core("configmaps?resourceVersion=1&labelSelector=x%3D1"));
    script
        .with("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1")
        .watch(script.core("configmaps?resourceVersion=1"));
    script.with("Accept", PROTOBUF).watch(script.core("configmaps?resourceVersion=1"));
    script.watch(script.core("events?resourceVersion=1"));
    script.watch(script.core("configmaps?resourceVersion=1&sendInitialEvents=true"
        + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"));
    return script;
  }

  private static ConformanceScript uncached() {
    ConformanceScript script = new ConformanceScript("5", "uncached events").inNamespace();
    String path = script.core("events");
    String object =
        "'involvedObject':{'kind':'Pod','name':'p','namespace':'" + script.namespace() + "'}";
    script
        .capture("rv", "/metadata/resourceVersion")
        .post(path, "{'metadata':{'name':'a'}," + object + "}");
    script.post(path, "{'metadata':{'name':'b'}," + object + "}");
    script.get(path + "?resourceVersion=999999999");
    script.get(path + "?resourceVersion=999999999&resourceVersionMatch=Exact");
    script.get(path + "/a?resourceVersion=999999999");
    script.get(path + "?resourceVersion=${rv}&resourceVersionMatch=Exact");
    script.get(path + "?resourceVersion=0&limit=1");
    script.get(path + "?limit=1");
    script.watch(path + "?resourceVersion=${rv}");
    script.watch(path + "?resourceVersion=0&allowWatchBookmarks=true");
    return script;
  }

  private static ConformanceScript snapshots() {
    ConformanceScript script = new ConformanceScript("5", "states that were").inNamespace();
    String path = script.core("configmaps");
    script
        .capture("one", "/metadata/resourceVersion")
        .post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    script
        .capture("two", "/metadata/resourceVersion")
        .mergePatch(path + "/a", "{'data':{'k':'2'}}");
    script.post(path, "{'metadata':{'name':'b'}}");
    script.delete(path + "/a");
    script.get(path + "?resourceVersion=${one}&resourceVersionMatch=Exact");
    script.get(path + "?resourceVersion=${two}&resourceVersionMatch=Exact");
    script.get(path + "?resourceVersion=${two}&resourceVersionMatch=NotOlderThan");
    script.get(path + "?resourceVersion=${one}&resourceVersionMatch=Exact&labelSelector=x");
    script.get(path);
    return script;
  }

  private static ConformanceScript protobufWrites() {
    ConformanceScript script = new ConformanceScript("16", "protobuf writes").inNamespace();
    String path = script.core("configmaps");
    script
        .with("Content-Type", PROTOBUF)
        .with("Accept", PROTOBUF + ",application/json;q=0.5")
        .base64("POST", path, envelope("v1", "ConfigMap", configMap("a", "1")));
    script.get(path + "/a");
    script
        .with("Content-Type", PROTOBUF)
        .base64("PUT", path + "/a", envelope("v1", "ConfigMap", configMap("a", "2")));
    script
        .with("Content-Type", PROTOBUF)
        .base64("POST", path, envelope("", "", configMap("b", "1")));
    script
        .with("Content-Type", PROTOBUF)
        .base64("POST", path, envelope("v1", "Secret", configMap("c", "1")));
    script
        .with("Content-Type", PROTOBUF)
        .base64("POST", path, envelope("v9", "ConfigMap", configMap("c", "1")));
    script
        .with("Content-Type", PROTOBUF)
        .base64("DELETE", path + "/a", envelope("v1", "DeleteOptions", policy("Background")));
    script.get(path + "/a");
    script
        .with("Content-Type", PROTOBUF)
        .base64(
            "DELETE",
            path + "/b",
            envelope("meta.k8s.io/v1", "DeleteOptions", policy("Foreground")));
    script.get(path + "/b");
    return script;
  }

  private static ConformanceScript sockets() {
    ConformanceScript script = new ConformanceScript("16", "sockets").inNamespace();
    String path = script.core("configmaps");
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    script.post(path, "{'metadata':{'name':'b'},'data':{'k':'1'}}");
    for (String query :
        List.of("allowWatchBookmarks=true", "resourceVersion=abc", "sendInitialEvents=true")) {
      script.with("Origin", "https://localhost").socket(path + "?watch=1&" + query, 3);
    }
    script.with("Origin", "https://localhost").socket("/api/v1/unknowns?watch=1", 1);
    script.socket(path + "?watch=1", 1);
    script.with("Origin", "nowhere").socket(path + "?watch=1", 1);
    return script;
  }

  private static ConformanceScript socketTokens() {
    ConformanceScript script = new ConformanceScript("16", "socket tokens").inNamespace();
    String path = script.core("configmaps");
    String token = "base64url.bearer.authorization.k8s.io.";
    script.post(path, "{'metadata':{'name':'a'},'data':{'k':'1'}}");
    for (String offered : List.of(
        token + "TOKEN, base64.binary.k8s.io",
        "base64.binary.k8s.io, " + token + "TOKEN",
        token + "TOKEN",
        token + "d3Jvbmc, base64.binary.k8s.io",
        token + "d3Jvbmc=, base64.binary.k8s.io",
        token + "TOKEN, " + token + "d3Jvbmc, base64.binary.k8s.io",
        token + "TOKEN, a, b")) {
      script
          .with("Origin", "https://localhost")
          .with("Authorization", "")
          .with("Sec-WebSocket-Protocol", offered)
          .socket(path + "?watch=1", 1);
    }
    for (String offered : List.of("a", "a, b", "a, " + token + "TOKEN")) {
      script
          .with("Origin", "https://localhost")
          .with("Sec-WebSocket-Protocol", offered)
          .socket(path + "?watch=1", 1);
    }
    return script;
  }

  private static UnknownFieldSet text(int number, String text) {
    return bytes(number, ByteString.copyFromUtf8(text));
  }

  private static UnknownFieldSet bytes(int number, ByteString bytes) {
    return UnknownFieldSet.newBuilder()
        .addField(
            number, UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes).build())
        .build();
  }

  private static ByteString joined(UnknownFieldSet... parts) {
    UnknownFieldSet.Builder message = UnknownFieldSet.newBuilder();
    for (UnknownFieldSet part : parts) {
      message.mergeFrom(part);
    }
    return message.build().toByteString();
  }

  private static ByteString configMap(String name, String value) {
    return joined(bytes(1, joined(text(1, name))), bytes(2, joined(text(1, "k"), text(2, value))));
  }

  /** A ResourceQuota of one amount. */
  static String quota(String name, String resource, String amount) {
    ByteString hard = joined(text(1, resource), bytes(2, joined(text(1, amount))));
    return envelope(
        "v1",
        "ResourceQuota",
        joined(bytes(1, joined(text(1, name))), bytes(2, joined(bytes(1, hard)))));
  }

  private static ByteString policy(String policy) {
    return joined(text(4, policy));
  }

  private static String envelope(String apiVersion, String kind, ByteString raw) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'k', '8', 's', 0});
    out.writeBytes(joined(bytes(1, joined(text(1, apiVersion), text(2, kind))), bytes(2, raw))
        .toByteArray());
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }
}
