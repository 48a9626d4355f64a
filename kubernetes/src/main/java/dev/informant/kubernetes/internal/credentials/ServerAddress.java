package dev.informant.kubernetes.internal.credentials;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** Addresses of servers, as far as messages may show them: a user and password in them stay hidden. Stateless. */
/*
 * A password that is not percent-encoded may look like anything: in http://u:12/34@host the address seems to be that of
 * host u, port 12, with a path. So an '@' behind the host, a '?' or a '#' make an address invalid: nothing is sent to
 * whoever u is, and of an invalid address everything up to its last '@', and from a '?' or '#' on, is left out.
 */
public final class ServerAddress {
  private static final String SCHEME_END = "://";
  private static final int LAST_PORT = 65_535;

  private ServerAddress() {}

  /** Whether requests can be sent there. An address without a scheme is taken for one of HTTPS. */
  public static boolean isValid(String address) {
    return parsed(address) != null;
  }

  /** Whether a valid address names its port. */
  static boolean hasPort(String address) {
    URL url = parsed(address);
    return url != null && url.getPort() >= 0;
  }

  private static @Nullable URL parsed(String address) {
    try {
      URL url = new URI(scheme(address).isEmpty() ? "https://" + address : address).toURL();
      boolean web =
          url.getProtocol().equalsIgnoreCase("http") || url.getProtocol().equalsIgnoreCase("https");
      boolean clear =
          url.getQuery() == null && url.getRef() == null && url.getPath().indexOf('@') < 0;
      return web && clear && !url.getHost().isEmpty() && url.getPort() <= LAST_PORT ? url : null;
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException malformed) {
      return null;
    }
  }

  /** What stands before {@code ://}; empty if nothing does that could be a scheme. */
  static String scheme(String address) {
    int end = address.indexOf(SCHEME_END);
    for (int i = 0; i < end; i++) {
      char c = address.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      boolean other = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !other)) {
        return "";
      }
    }
    return end < 0 ? "" : address.substring(0, end);
  }

  /** The address without user and password. Where they end is a guess if it is malformed; then more is left out. */
  public static String withoutUser(String address) {
    String scheme = scheme(address);
    String rest =
        scheme.isEmpty() ? address : address.substring(scheme.length() + SCHEME_END.length());
    String shown = rest.substring(rest.lastIndexOf('@') + 1);
    for (int i = 0; i < shown.length(); i++) {
      if (shown.charAt(i) == '?' || shown.charAt(i) == '#') {
        shown = shown.substring(0, i) + "…";
        break;
      }
    }
    return scheme.isEmpty() ? shown : scheme + SCHEME_END + shown;
  }

  /** What is wrong with an address that is not valid. */
  public static String complaint(String address) {
    return "the server's address " + withoutUser(address)
        + " is not valid; it must be http:// or https://, a host, and perhaps a port and a path"
        + " (special characters in a user or password, and @ in a path, are to be percent-encoded)";
  }
}
