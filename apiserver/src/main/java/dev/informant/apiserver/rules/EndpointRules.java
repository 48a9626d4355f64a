package dev.informant.apiserver.rules;

import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.Addresses;

/** What the subsets of Endpoints must be like. Stateless. */
final class EndpointRules {
  private EndpointRules() {}

  static void subset(Checks subset) {
    if (subset.get("addresses").isEmpty() && subset.get("notReadyAddresses").isEmpty()) {
      subset.add(Cause.required(subset.here(), "must specify `addresses` or `notReadyAddresses`"));
    }
    subset.each("addresses", EndpointRules::address);
    subset.each("notReadyAddresses", EndpointRules::address);
    boolean several = subset.get("ports").size() > 1;
    subset.each("ports", port -> {
      if (several) {
        port.required("name");
      }
      port.label("name").port("port");
    });
  }

  /** One that is no address is told of twice. */
  private static void address(Checks address) {
    String ip = address.text("ip");
    if (!Addresses.address(ip, /* sloppy= */ true)) {
      String shown = Checks.quoted(ip);
      address.invalid("ip", shown, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
      address.invalid("ip", shown, "must be a valid IP address");
    }
  }
}
