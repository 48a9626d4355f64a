package dev.informant.apiserver.internal.registry;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes' order of versions: v2, v1, v2beta1, v1beta2, v1alpha1, then anything else by name. */
public final class VersionOrder {
  private static final Pattern VERSION = Pattern.compile("v(\\d{1,9})(?:(alpha|beta)(\\d{1,9}))?");

  public static final Comparator<String> BEST_FIRST = Comparator.comparingInt(
          VersionOrder::stability)
      .thenComparing(Comparator.comparingInt(VersionOrder::major).reversed())
      .thenComparing(Comparator.comparingInt(VersionOrder::minor).reversed())
      .thenComparing(Comparator.naturalOrder());

  private VersionOrder() {}

  private static int stability(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return 3;
    }
    return matcher.group(2) == null ? 0 : matcher.group(2).equals("beta") ? 1 : 2;
  }

  private static int major(String version) {
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private static int minor(String version) {
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches() && matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : 0;
  }
}
