package dev.informant.kubernetes.transport;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

/** Addresses of servers, as far as messages may show them: a user and password in them stay hidden. Stateless. */
public final class ServerAddress {
  private static final String SCHEME_END = "://";
  private static final int LAST_PORT = 65_535;

  private ServerAddress() {}

  /** Whether requests can be sent there. An address without a scheme is taken for one of HTTPS. */
  public static boolean isValid(String address) {
    try {
      URL url = new URI(address.contains(SCHEME_END) ? address : "https://" + address).toURL();
      boolean web =
          url.getProtocol().equalsIgnoreCase("http") || url.getProtocol().equalsIgnoreCase("https");
      return web && !url.getHost().isEmpty() && url.getPort() <= LAST_PORT;
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException malformed) {
      return false;
    }
  }

  /** The address without user and password. Where they end is a guess if it is malformed; then more is left out. */
  public static String withoutUser(String address) {
    int scheme = address.indexOf(SCHEME_END);
    int host = scheme < 0 ? 0 : scheme + SCHEME_END.length();
    int path = address.indexOf('/', host);
    int end = path < 0 || !isValid(address) ? address.length() : path;
    int user = address.lastIndexOf('@', end);
    return user < host ? address : address.substring(0, host) + address.substring(user + 1);
  }

  /** What is wrong with an address that is not valid. */
  public static String complaint(String address) {
    return "the server's address " + withoutUser(address)
        + " is not valid; it must be http:// or https://, a host, and perhaps a port and a path"
        + " (special characters in a user or password are to be percent-encoded)";
  }
}
