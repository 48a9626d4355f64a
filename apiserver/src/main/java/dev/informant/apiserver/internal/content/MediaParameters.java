package dev.informant.apiserver.internal.content;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether what follows a media type is what Go takes for parameters: each has a value, and none is there twice. Stateless. */
final class MediaParameters {
  private static final Pattern PARAMETER =
      Pattern.compile("\\s*;\\s*([^\\s;=\",/]++)=([^\\s;=\",/]++|\"[^\"\\\\]*+\")\\s*");

  private MediaParameters() {}

  static boolean sound(String header) {
    int start = header.indexOf(';');
    if (start < 0) {
      return true;
    }
    String rest = header.substring(start);
    Set<String> names = new HashSet<>();
    Matcher parameter = PARAMETER.matcher(rest);
    int end = 0;
    while (parameter.find() && parameter.start() == end) {
      if (!names.add(parameter.group(1).toLowerCase(Locale.ROOT))) {
        return false;
      }
      end = parameter.end();
    }
    String left = rest.substring(end).strip();
    return left.isEmpty() || left.equals(";");
  }
}
