package dev.informant.kubernetes.transport;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of one configuration. When a file that the client's identity or trust was read from has changed
 * (certificate, key, authorities, or the kubeconfig that holds them), the next request gets a new client made of
 * it, and the connections of the old one are closed: watches go on from where they were. While the new files make
 * no sense, the old client stays. Thread-safe.
 */
/*
 * Certificate and key are two files and are not replaced at once. A client made in between cannot shake hands; its
 * requests fail and are sent again, and the second file's change makes the next client.
 */
final class HttpClients implements AutoCloseable {
  private static final Logger LOG = System.getLogger(HttpClients.class.getName());

  /** Whether fabric8's default client is on the class path; another may be used instead. */
  private static final boolean VERTX =
      isPresent("io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory");

  private final @Nullable Config config; // null if the client is somebody else's
  private volatile Made made;
  private boolean closed; // guarded by this

  /**
   * @param whole as fabric8 makes it
   * @param once the same connections, but every request is sent once only
   */
  private record Made(HttpClient whole, HttpClient once, Runnable close, Map<Path, Mark> files) {}

  /** What changes when a file is replaced or written; null fields if it cannot be looked at. */
  private record Mark(
      @Nullable FileTime modified, long size, @Nullable Object identity) {
    static Mark of(Path file) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new Mark(found.lastModifiedTime(), found.size(), found.fileKey());
      } catch (IOException unreadable) {
        return new Mark(null, 0, null);
      }
    }
  }

  private HttpClients(@Nullable Config config, Made made) {
    this.config = config;
    this.made = made;
  }

  /** Connections of its own. */
  static HttpClients of(Config config) {
    return new HttpClients(config, make(config));
  }

  /** Somebody else's client, which stays open. */
  static HttpClients shared(HttpClient whole, RequestConfig requests) {
    return new HttpClients(null, new Made(whole, once(whole, requests), () -> {}, Map.of()));
  }

  /** Somebody else's client, used as it is. */
  static HttpClients shared(HttpClient whole) {
    return new HttpClients(null, new Made(whole, whole, () -> {}, Map.of()));
  }

  /** The client to send with now. Looks at files, so it may block. */
  HttpClient current() {
    return renewed().once();
  }

  /** The same, with the retries that the configuration asks for. */
  HttpClient currentWithRetries() {
    return renewed().whole();
  }

  /** The client last made, to build requests with; never blocks. */
  HttpClient latest() {
    return made.once();
  }

  private Made renewed() {
    Made present = made;
    if (config == null || marks(config).equals(present.files())) {
      return present;
    }
    synchronized (this) {
      if (closed || made != present) {
        return made;
      }
      Made next;
      try {
        reread(config);
        next = make(config);
      } catch (RuntimeException unusable) {
        LOG.log(
            Level.WARNING,
            "files of the identity at " + config.getMasterUrl()
                + " have changed but cannot be used yet ("
                + unusable.getClass().getSimpleName() + "); the old ones stay in use");
        return present;
      }
      made = next;
    }
    present.close().run();
    return made;
  }

  /** Certificates that stand in the kubeconfig itself are taken from there again. */
  private static void reread(Config config) {
    if (config.getFile() == null) {
      return;
    }
    Config fresh = config.refresh();
    if (fresh != config && fresh.getMasterUrl() != null) {
      config.setClientCertData(fresh.getClientCertData());
      config.setClientCertFile(fresh.getClientCertFile());
      config.setClientKeyData(fresh.getClientKeyData());
      config.setClientKeyFile(fresh.getClientKeyFile());
      config.setCaCertData(fresh.getCaCertData());
      config.setCaCertFile(fresh.getCaCertFile());
    }
  }

  private static Map<Path, Mark> marks(Config config) {
    Map<Path, Mark> marks = new LinkedHashMap<>();
    boolean held = Stream.of(config.getClientCertData(), config.getCaCertData())
        .anyMatch(data -> data != null && !data.isEmpty());
    Stream.of(
            config.getClientCertFile(),
            config.getClientKeyFile(),
            config.getCaCertFile(),
            held && config.getFile() != null ? config.getFile().getPath() : null)
        .filter(name -> name != null && !name.isEmpty())
        .map(Path::of)
        .forEach(file -> marks.put(file, Mark.of(file)));
    return marks;
  }

  private static Made make(Config config) {
    // Looked at before they are read: a change in between is noticed by the next request.
    Map<Path, Mark> files = marks(config);
    HttpClient.Factory factory = HttpClientUtils.getHttpClientFactory();
    if (VERTX && VertxConnections.isUsedBy(factory)) {
      VertxConnections.Opened opened = VertxConnections.open(config);
      return new Made(
          opened.http(), once(opened.http(), config.getRequestConfig()), opened.close(), files);
    }
    HttpClient http = factory.newBuilder(config).build();
    return new Made(http, once(http, config.getRequestConfig()), http::close, files);
  }

  private static HttpClient once(HttpClient client, RequestConfig requests) {
    RequestConfig withoutRetries =
        new RequestConfigBuilder(requests).withRequestRetryBackoffLimit(0).build();
    return client.newBuilder().tag(withoutRetries).build();
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, /* initialize= */ false, HttpClients.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  @Override
  public void close() {
    Made last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = made;
    }
    last.close().run();
  }
}
