package dev.informant.apiserver.warnings;

import dev.informant.apiserver.values.IpText;

/** IPv6 addresses and networks that are not written as everyone writes them. Stateless. */
final class AddressWarnings {
  private AddressWarnings() {}

  static void address(Place place) {
    String written = IpText.canonical(place.text());
    if (!written.equals(place.text())) {
      place.warn("IPv6 address " + told(place.text(), written));
    }
  }

  static void network(Place place) {
    String value = place.text();
    int slash = value.indexOf('/');
    if (slash >= 0) {
      String written = IpText.canonical(value.substring(0, slash)) + value.substring(slash);
      if (!written.equals(value)) {
        place.warn("IPv6 CIDR value " + told(value, written));
      }
    }
  }

  private static String told(String value, String written) {
    return Place.quoted(value) + " should be in RFC 5952 canonical format (" + Place.quoted(written)
        + ")";
  }
}
