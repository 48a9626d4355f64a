package dev.informant.kubernetes.internal.http;

import dev.informant.source.ListOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writes the parameters of a LIST or WATCH, in alphabetical order as client-go does. */
public final class QueryString {
  private final StringBuilder query = new StringBuilder();

  private QueryString() {}

  public static String of(ListOptions options, boolean watch) {
    QueryString query = new QueryString();
    if (options.allowWatchBookmarks() && watch) {
      query.add("allowWatchBookmarks", "true");
    }
    query.add("continue", options.continueToken());
    query.add("fieldSelector", options.fieldSelector());
    query.add("labelSelector", options.labelSelector());
    query.add("limit", options.limit() > 0 ? Long.toString(options.limit()) : "");
    query.add("resourceVersion", options.resourceVersion());
    query.add("resourceVersionMatch", options.resourceVersionMatch());
    if (watch) {
      Boolean initial = options.sendInitialEvents();
      query.add("sendInitialEvents", initial == null ? "" : initial.toString());
      long seconds = options.watchTimeout().toSeconds();
      query.add("timeoutSeconds", seconds > 0 ? Long.toString(seconds) : "");
      query.add("watch", "true");
    }
    return query.query.toString();
  }

  private void add(String name, String value) {
    if (!value.isEmpty()) {
      query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(encode(value));
    }
  }

  public static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
