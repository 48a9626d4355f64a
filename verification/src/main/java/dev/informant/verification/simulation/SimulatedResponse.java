package dev.informant.verification.simulation;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The head of an answer.
 *
 * @param byName headers by lower-case name
 */
record SimulatedResponse(HttpRequest request, int code, Map<String, String> byName, AsyncBody body)
    implements HttpResponse<AsyncBody> {

  @Override
  public List<String> headers(String name) {
    String value = byName.get(name.toLowerCase(Locale.ROOT));
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public Map<String, List<String>> headers() {
    Map<String, List<String>> all = new TreeMap<>();
    byName.forEach((name, value) -> all.put(name, List.of(value)));
    return all;
  }

  @Override
  public Optional<HttpResponse<?>> previousResponse() {
    return Optional.empty();
  }
}
