package dev.informant.apiserver.internal.values;

/** Network and hardware addresses as Go's net package reads them. Stateless. */
public final class Addresses {
  private Addresses() {}

  /** An IPv4 or IPv6 address; {@code sloppy} takes decimal numbers with zeros in front. */
  public static boolean address(String text, boolean sloppy) {
    return text.contains(":") ? sixth(text, sloppy) : fourth(text, sloppy);
  }

  /** An address, a slash and the length of its prefix. */
  public static boolean network(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return false;
    }
    String address = text.substring(0, slash);
    String length = text.substring(slash + 1);
    int most = address.contains(":") ? 128 : 32;
    return address(address, true)
        && GoPattern.of("^[0-9]{1,3}$").matches(length)
        && Integer.parseInt(length) <= most;
  }

  public static boolean hardware(String text) {
    String pair = "[0-9a-fA-F]{2}";
    String four = "[0-9a-fA-F]{4}";
    return GoPattern.of(
            "^" + pair + "(((:" + pair + "){5}|(:" + pair + "){7}|(:" + pair + "){19})|((-"
                + pair + "){5}|(-" + pair + "){7}|(-" + pair + "){19}))$|^" + four + "((\\." + four
                + "){2}|(\\."
                + four + "){3}|(\\." + four + "){9})$")
        .matches(text);
  }

  private static boolean fourth(String text, boolean sloppy) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    for (String part : parts) {
      boolean digits =
          GoPattern.of(sloppy ? "^0*[0-9]{1,3}$" : "^(0|[1-9][0-9]{0,2})$").matches(part);
      if (!digits || Integer.parseInt(part) > 255) {
        return false;
      }
    }
    return true;
  }

  /** Eight groups of hexadecimal digits; one gap may stand for several, an IPv4 address for the last two. */
  private static boolean sixth(String text, boolean sloppy) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return false;
    }
    int groups = 0;
    String rest = text;
    if (gap >= 0) {
      String before = text.substring(0, gap);
      groups = before.isEmpty() ? 0 : groups(before, /* last= */ false, sloppy);
      rest = text.substring(gap + 2);
    }
    int more = gap >= 0 && rest.isEmpty() ? 0 : groups(rest, /* last= */ true, sloppy);
    return groups >= 0 && more >= 0 && (gap >= 0 ? groups + more < 8 : more == 8);
  }

  /** How many groups there are; -1 if something else is among them. */
  private static int groups(String text, boolean last, boolean sloppy) {
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      if (last && i == parts.length - 1 && parts[i].contains(".")) {
        if (!fourth(parts[i], sloppy)) {
          return -1;
        }
        count += 2;
      } else if (GoPattern.of("^[0-9a-fA-F]{1,4}$").matches(parts[i])) {
        count++;
      } else {
        return -1;
      }
    }
    return count;
  }
}
