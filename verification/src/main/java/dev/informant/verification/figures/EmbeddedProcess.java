package dev.informant.verification.figures;

import dev.informant.apiserver.ApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/**
 * An embedded server in a process of its own, so that what it costs can be told from what its clients cost. Prints
 * how long its start took and where it is, then answers each line of its standard input with the bytes live on its heap after a collection.
 */
public final class EmbeddedProcess {
  private static final int WARM_STARTS = 10;

  private EmbeddedProcess() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    try (ApiServer server = ApiServer.start();
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(System.nanoTime() - begun);
      System.out.println(server.url());
      System.out.println(server.token());
      String certificate = server.certificateAuthorityPem();
      System.out.println(certificate == null ? "" : certificate.replace("\n", "|"));
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(line.equals("starts") ? warmStart() : liveHeap());
      }
    }
  }

  /** Nanoseconds from start to first answer where the classes have been loaded, as in a suite of tests. */
  private static long warmStart() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < WARM_STARTS; i++) {
      long begun = System.nanoTime();
      try (ApiServer server = ApiServer.builder().plainHttp().start()) {
        client.send(
            HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/namespaces"))
                .build(),
            HttpResponse.BodyHandlers.discarding());
        best = Math.min(best, System.nanoTime() - begun);
      }
    }
    return best;
  }

  private static long liveHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
