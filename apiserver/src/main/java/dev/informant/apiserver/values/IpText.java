package dev.informant.apiserver.values;

/** IPv6 addresses in the one form that Go writes (RFC 5952). Stateless. */
public final class IpText {
  private static final int GROUPS = 8;

  private IpText() {}

  /** The text itself if it is anything but an IPv6 address in hexadecimal groups. */
  public static String canonical(String text) {
    boolean groups = text.contains(":") && !text.contains(".");
    return groups && Addresses.address(text, /* sloppy= */ false) ? of(parse(text)) : text;
  }

  private static int[] parse(String text) {
    int[] address = new int[GROUPS];
    int gap = text.indexOf("::");
    fill(address, text.substring(0, gap < 0 ? text.length() : gap), /* atEnd= */ false);
    if (gap >= 0) {
      fill(address, text.substring(gap + 2), /* atEnd= */ true);
    }
    return address;
  }

  private static void fill(int[] address, String text, boolean atEnd) {
    if (text.isEmpty()) {
      return;
    }
    String[] groups = text.split(":");
    for (int i = 0; i < groups.length; i++) {
      address[i + (atEnd ? GROUPS - groups.length : 0)] = Integer.parseInt(groups[i], 16);
    }
  }

  /** The longest run of zeros is left out, the first of several. */
  private static String of(int[] address) {
    int gap = -1;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int run = 0;
      while (i + run < GROUPS && address[i + run] == 0) {
        run++;
      }
      if (run > longest) {
        gap = i;
        longest = run;
      }
    }
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < GROUPS) {
      if (at == gap) {
        text.append("::");
        at += longest;
      } else {
        boolean first = text.isEmpty() || text.charAt(text.length() - 1) == ':';
        text.append(first ? "" : ":").append(Integer.toHexString(address[at]));
        at++;
      }
    }
    return text.toString();
  }
}
