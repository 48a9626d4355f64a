import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Trees of maps and lists, and how a Go server writes them. */
final class Json {
  /** A null that is written. */
  static final Object NULL = new Object();

  private Json() {}

  /** Names and values in turn; what is null is left out. */
  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i + 1] != null) {
        map.put((String) pairs[i], pairs[i + 1]);
      }
    }
    return map;
  }

  static List<Object> list(Object... elements) {
    return new ArrayList<>(Arrays.asList(elements));
  }

  static List<Object> with(List<Object> list, Object last) {
    List<Object> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(before);
        before = ",";
        string((String) entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String before = "[";
      for (Object element : list) {
        out.append(before);
        before = ",";
        write(element, out);
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      string(text, out);
    } else {
      out.append(value == NULL ? "null" : value);
    }
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c == '<' || c == '>' || c == '&') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
