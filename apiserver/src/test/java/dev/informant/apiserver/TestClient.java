package dev.informant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A bare HTTP client of a server under test. */
public final class TestClient {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Until the answer begins. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  public final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ApiServer server;

  public TestClient(ApiServer server) {
    this.server = server;
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(PATIENCE);
  }

  public HttpResponse<byte[]> get(String path, String accept) throws Exception {
    return http.send(request(path).header("Accept", accept).build(), BodyHandlers.ofByteArray());
  }

  public JsonNode json(String path) throws Exception {
    return MAPPER.readTree(get(path, "application/json").body());
  }

  public HttpResponse<byte[]> post(String path, String contentType, byte[] body) throws Exception {
    return http.send(
        request(path)
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofByteArray());
  }

  public JsonNode create(String path, String json) throws Exception {
    HttpResponse<byte[]> response =
        post(path, "application/json", json.getBytes(StandardCharsets.UTF_8));
    assertThat(response.statusCode())
        .as(new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
    return MAPPER.readTree(response.body());
  }

  public void configMap(String name) throws Exception {
    create("/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"" + name + "\"}}");
  }

  /** An open watch, line by line. */
  public Watching watch(String path) throws Exception {
    return watch(path, "application/json");
  }

  public Watching watch(String path, String accept) throws Exception {
    return new Watching(
        http.send(request(path).header("Accept", accept).build(), BodyHandlers.ofInputStream()));
  }

  /** A watch that is read on the test's thread. */
  public static final class Watching implements AutoCloseable {
    public final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    Watching(HttpResponse<InputStream> response) {
      this.response = response;
      this.lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    public JsonNode next() throws IOException {
      return MAPPER.readTree(lines.readLine());
    }

    public String line() throws IOException {
      return lines.readLine();
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }
}
