package dev.informant.apiserver.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestInfoTest {
  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/pods, list '' pods '' ''",
    "HEAD, /api/v1/pods, list '' pods '' ''",
    "GET, /api/v1/pods/, list '' pods '' ''",
    "GET, /api/v1/namespaces/a/pods/b, get a pods b ''",
    "HEAD, /api/v1/namespaces/a/pods/b, get a pods b ''",
    "GET, /api/v1/namespaces/a/pods/b/log, get a pods b log",
    "GET, /api/v1/namespaces/a/pods/b/proxy/x/y, get a pods b proxy",
    "GET, /api/v1/watch/namespaces/a/pods, watch a pods '' ''",
    "GET, /api/v1/namespaces/a, get a namespaces a ''",
    "PUT, /api/v1/namespaces/a/finalize, update a namespaces a finalize",
    "GET, /apis/example.com/v1/namespaces/a/status, list a status '' ''",
    "GET, /api/v1/namespaces//pods, list '' pods '' ''",
    "GET, /api/v1//pods, get",
    "GET, /api/v1, get",
    "HEAD, /healthz, head",
  })
  void requestIsAboutWhatTheServerServes(String method, String path, String expected) {
    RequestInfo info = RequestInfo.of(
        new ApiRequest(method, path, Map.of(), Map.of(), new byte[0], "", List.of()));
    String about = info.isResource()
        ? String.join(
            " ",
            info.verb(),
            shown(info.namespace()),
            info.resource(),
            shown(info.name()),
            shown(info.subresource()))
        : info.verb();
    assertThat(about).isEqualTo(expected);
  }

  private static String shown(String part) {
    return part.isEmpty() ? "''" : part;
  }
}
