package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.informant.apiserver.internal.values.GoQuantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether two values are the same to a kube-apiserver, which compares them after it has filled in defaults: what is
 * absent is like the default and, where there is none, like what is empty; quantities are like others of the same size.
 * Stateless.
 */
final class Likeness {
  /** Of the fields that are compared; a name means the same wherever it stands among them. */
  private static final Map<String, String> DEFAULTS = Map.ofEntries(
      Map.entry("restartPolicy", "Always"),
      Map.entry("dnsPolicy", "ClusterFirst"),
      Map.entry("schedulerName", "default-scheduler"),
      Map.entry("serviceAccountName", "default"),
      Map.entry("terminationGracePeriodSeconds", "30"),
      Map.entry("enableServiceLinks", "true"),
      Map.entry("terminationMessagePath", "/dev/termination-log"),
      Map.entry("terminationMessagePolicy", "File"),
      Map.entry("preemptionPolicy", "PreemptLowerPriority"),
      Map.entry("protocol", "TCP"),
      Map.entry("scheme", "HTTP"),
      Map.entry("defaultMode", "420"),
      Map.entry("timeoutSeconds", "1"),
      Map.entry("periodSeconds", "10"),
      Map.entry("successThreshold", "1"),
      Map.entry("failureThreshold", "3"),
      Map.entry("volumeMode", "Filesystem"),
      Map.entry("podManagementPolicy", "OrderedReady"),
      Map.entry("completionMode", "NonIndexed"),
      Map.entry("podReplacementPolicy", "TerminatingOrFailed"),
      Map.entry("attachRequired", "true"),
      Map.entry("reclaimPolicy", "Delete"),
      Map.entry("volumeBindingMode", "Immediate"));

  private static final Set<String> QUANTITIES =
      Set.of("requests", "limits", "capacity", "overhead");

  /** Written by the server beside a field that says the same, or not part of what is compared. */
  private static final Set<String> LEFT_OUT = Set.of("serviceAccount", "creationTimestamp");

  /** How many zeros are written out. */
  private static final int LONGEST = 1000;

  private Likeness() {}

  /** {@code field} is the name of what is compared. */
  static boolean same(String field, JsonNode before, JsonNode after) {
    if (before.isArray() || after.isArray()) {
      if (before.size() != after.size()) {
        return false;
      }
      for (int i = 0; i < before.size(); i++) {
        if (!same(field, before.path(i), after.path(i))) {
          return false;
        }
      }
      return true;
    }
    if (before.isObject() || after.isObject()) {
      return sameMembers(field, before, after);
    }
    return shown(field, before).equals(shown(field, after));
  }

  private static boolean sameMembers(String field, JsonNode before, JsonNode after) {
    boolean comparable =
        (before.isObject() || absent(before)) && (after.isObject() || absent(after));
    if (!comparable) {
      return false;
    }
    Set<String> names = new TreeSet<>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    names.removeAll(LEFT_OUT);
    boolean quantities = QUANTITIES.contains(field);
    for (String name : names) {
      JsonNode was = before.path(name);
      JsonNode is = after.path(name);
      boolean same = quantities
          ? amount(was).equals(amount(is))
          : name.equals("imagePullPolicy")
              ? pullPolicy(before).equals(pullPolicy(after))
              : same(name, was, is);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** A scalar as text; empty for what is absent or has no content. */
  private static String shown(String field, JsonNode value) {
    String usual = DEFAULTS.get(field);
    if (absent(value)) {
      return usual == null ? "" : usual;
    }
    String text = value.isNumber() ? digits(value.decimalValue()) : value.asText();
    boolean empty = usual == null && (text.equals("0") || text.equals("false"));
    return empty ? "" : text;
  }

  /** The same for equal numbers; none is written out that has no end of zeros. */
  private static String digits(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    return Math.abs(shortest.scale()) <= LONGEST ? shortest.toPlainString() : shortest.toString();
  }

  private static boolean absent(JsonNode value) {
    return value instanceof MissingNode || value.isNull();
  }

  /** An image without a tag is always pulled anew. */
  static String pullPolicy(JsonNode container) {
    String given = container.path("imagePullPolicy").asText("");
    if (!given.isEmpty()) {
      return given;
    }
    String image = container.path("image").asText("");
    String last = image.substring(image.lastIndexOf('/') + 1);
    boolean latest = last.endsWith(":latest") || last.indexOf(':') < 0 && last.indexOf('@') < 0;
    return latest ? "Always" : "IfNotPresent";
  }

  /** What a quantity amounts to, or its text if it is none. */
  static Object amount(JsonNode quantity) {
    String text = quantity.asText("");
    try {
      return GoQuantity.parse(text).amount().stripTrailingZeros();
    } catch (GoQuantity.Malformed none) {
      return text;
    }
  }
}
