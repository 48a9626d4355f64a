package dev.informant.kubernetes;

import dev.informant.kubernetes.transport.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** Collections by path, as objects in JSON; serves lists, streaming lists, and watches that tests feed. */
final class FakeApi implements ScriptedServer.Answer {
  private static final String FORBIDDEN =
      "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":403,\"reason\":\"Forbidden\",\"message\":"
          + "\"pods is forbidden: User \\\"x\\\" cannot list resource \\\"pods\\\" at the cluster scope\"}";

  final Map<String, String> collections = new ConcurrentHashMap<>();
  final CopyOnWriteArrayList<OutputStream> watches = new CopyOnWriteArrayList<>();
  final CountDownLatch over = new CountDownLatch(1);
  volatile Predicate<ScriptedServer.Request> forbidden = request -> false;
  volatile boolean streamsLists = true;
  volatile String listKind = "List";
  /** Sent before the objects of a streaming list, which then wait for {@link #itemsMayCome}. */
  volatile List<String> beforeItems = List.of();

  final CountDownLatch itemsMayCome = new CountDownLatch(1);

  @Override
  public void write(ScriptedServer.Request request, OutputStream out)
      throws IOException, InterruptedException {
    String items = collections.get(request.path());
    if (forbidden.test(request)) {
      ScriptedServer.answer(out, 403, FORBIDDEN);
    } else if (items == null) {
      ScriptedServer.answer(out, 404, "404 page not found");
    } else if (!request.isWatch()) {
      ScriptedServer.answer(
          out,
          200,
          "{\"kind\":\"" + listKind(request) + "\",\"apiVersion\":\"v1\",\"metadata\":"
              + "{\"resourceVersion\":\"10\"},\"items\":[" + items + "]}");
    } else if (request.target().contains("sendInitialEvents=true") && !streamsLists) {
      ScriptedServer.answer(
          out, 422, "{\"kind\":\"Status\",\"code\":422,\"reason\":\"Invalid\",\"message\":\"no\"}");
    } else {
      ScriptedServer.beginChunks(out);
      if (request.target().contains("sendInitialEvents=true")) {
        for (String event : beforeItems) {
          ScriptedServer.chunk(out, event);
        }
        if (!beforeItems.isEmpty()) {
          itemsMayCome.await();
        }
        for (String item :
            items.isEmpty() ? new String[0] : items.split("(?<=\\}),(?=\\{\"metadata)")) {
          ScriptedServer.chunk(out, "{\"type\":\"ADDED\",\"object\":" + item + "}\n");
        }
        ScriptedServer.chunk(
            out,
            "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"10\","
                + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\n");
      }
      watches.add(out);
      over.await();
    }
  }

  void send(String type, String object) throws IOException {
    ScriptedServer.chunk(
        watches.get(watches.size() - 1), "{\"type\":\"" + type + "\",\"object\":" + object + "}\n");
  }

  private String listKind(ScriptedServer.Request request) {
    return request.headers().getOrDefault("accept", "").contains("PartialObjectMetadata")
        ? "PartialObjectMetadataList"
        : listKind;
  }

  static String object(String namespace, String name, String version, String more) {
    return "{\"metadata\":{\"namespace\":\"" + namespace + "\",\"name\":\"" + name + "\",\"uid\":\""
        + name + "\",\"resourceVersion\":\"" + version
        + "\",\"managedFields\":[{\"manager\":\"m\"}]}" + more + "}";
  }
}
