package dev.informant.apiserver.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 whose status lines have the words of Go's server, which some clients show to their users. Thread-safe.
 */
final class GoPhrases extends HttpConnectionFactory {
  /** Where Jetty has other words. */
  private static final Map<Integer, String> OTHERS = Map.of(
      413, "Request Entity Too Large",
      414, "Request URI Too Long",
      416, "Requested Range Not Satisfiable",
      500, "Internal Server Error");

  GoPhrases(HttpConfiguration configuration) {
    super(configuration);
  }

  /** What a status is called. */
  static String of(int code) {
    return OTHERS.getOrDefault(code, HttpStatus.getMessage(code));
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    HttpConnection connection = new HttpConnection(getHttpConfiguration(), connector, endPoint) {
      @Override
      protected HttpGenerator newHttpGenerator() {
        HttpGenerator generator = new Generator();
        generator.setMaxHeaderBytes(super.newHttpGenerator().getMaxHeaderBytes());
        return generator;
      }
    };
    return configure(connection, connector, endPoint);
  }

  private static final class Generator extends HttpGenerator {
    @Override
    public Result generateResponse(
        MetaData.@Nullable Response info,
        boolean head,
        @Nullable ByteBuffer header,
        @Nullable ByteBuffer chunk,
        @Nullable ByteBuffer content,
        boolean last)
        throws IOException {
      return super.generateResponse(worded(info), head, header, chunk, content, last);
    }

    private static MetaData.@Nullable Response worded(MetaData.@Nullable Response info) {
      String phrase =
          info == null || info.getReason() != null ? null : OTHERS.get(info.getStatus());
      return info == null || phrase == null
          ? info
          : new MetaData.Response(
              info.getStatus(),
              phrase,
              info.getHttpVersion(),
              info.getHttpFields(),
              info.getContentLength(),
              info.getTrailersSupplier());
    }
  }
}
