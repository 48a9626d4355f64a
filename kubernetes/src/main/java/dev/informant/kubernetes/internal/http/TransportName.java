package dev.informant.kubernetes.internal.http;

import io.fabric8.kubernetes.client.http.HttpClient;

/** Names the HTTP library behind fabric8's client interface. */
final class TransportName {
  private TransportName() {}

  static String of(HttpClient client) {
    String type = client.getClass().getName();
    if (type.startsWith("io.fabric8.kubernetes.client.vertx.")) {
      return "Vert.x";
    } else if (type.startsWith("io.fabric8.kubernetes.client.okhttp.")) {
      return "OkHttp";
    } else if (type.startsWith("io.fabric8.kubernetes.client.jdkhttp.")) {
      return "JDK";
    } else if (type.startsWith("io.fabric8.kubernetes.client.jetty.")) {
      return "Jetty";
    }
    return type;
  }
}
