package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.ApiRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which answers are compressed. As with the real server it depends on who writes them: objects, lists and discovery are
 * compressed if they are large and the client names gzip and nothing beside it, for weights and capitals are not
 * understood there; the document of OpenAPI v2 is, if the client takes gzip by the rules of HTTP; those of v3 are not.
 */
enum AnswerCompression {
  LARGE(128 * 1024) {
    @Override
    boolean takenBy(@Nullable String accepted) {
      return named(accepted);
    }
  },
  WEIGHED(1400) {
    @Override
    boolean takenBy(@Nullable String accepted) {
      return weight(accepted) > 0;
    }
  },
  NEVER(Integer.MAX_VALUE) {
    @Override
    boolean takenBy(@Nullable String accepted) {
      return false;
    }
  };

  /** A body that is larger is compressed. */
  final int threshold;

  AnswerCompression(int threshold) {
    this.threshold = threshold;
  }

  /** Whether a client that sends this header gets gzip. */
  abstract boolean takenBy(@Nullable String accepted);

  static AnswerCompression of(ApiRequest request) {
    String path = request.path();
    return path.equals("/openapi/v2") ? WEIGHED : path.startsWith("/openapi/v3") ? NEVER : LARGE;
  }

  /** Whether gzip is named, without a weight. */
  static boolean named(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    for (String one : accepted.split(",")) {
      if (one.trim().equals("gzip")) {
        return true;
      }
    }
    return false;
  }

  /** The last one counts. Something else beside the name takes a weight back. */
  private static double weight(@Nullable String accepted) {
    double weight = 0;
    for (String one : accepted == null ? new String[0] : accepted.split(",")) {
      String[] parts = one.split(";", -1);
      if (!parts[0].trim().toLowerCase(Locale.ROOT).equals("gzip")) {
        continue;
      }
      String last = parts[parts.length - 1].trim();
      boolean weighed = parts.length > 1 && last.startsWith("q=");
      Double given = number(weighed ? last.substring(2) : "1");
      weight = given == null ? weight : given;
    }
    return weight;
  }

  private static @Nullable Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException none) {
      return null;
    }
  }
}
