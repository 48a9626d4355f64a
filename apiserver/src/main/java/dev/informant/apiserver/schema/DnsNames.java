package dev.informant.apiserver.schema;

import java.util.ArrayList;
import java.util.List;

/** What keeps a text from being a name in DNS, in the words of a kube-apiserver. Stateless. */
public final class DnsNames {
  private static final String LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String PART = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = PART + "(\\." + PART + ")*";

  private DnsNames() {}

  /** One part of a name that begins with a letter (RFC 1035). */
  public static List<String> label(String text) {
    List<String> wrong = new ArrayList<>();
    if (text.length() > 63) {
      wrong.add("must be no more than 63 bytes");
    }
    if (!GoPattern.of("^" + LABEL + "$").matches(text)) {
      wrong.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
              + " 'abc-123', regex used for validation is '" + LABEL + "')");
    }
    return wrong;
  }

  /** A name of several parts (RFC 1123). */
  public static List<String> subdomain(String text) {
    List<String> wrong = new ArrayList<>();
    if (text.length() > 253) {
      wrong.add("must be no more than 253 bytes");
    }
    if (!GoPattern.of("^" + SUBDOMAIN + "$").matches(text)) {
      wrong.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
              + " used for validation is '" + SUBDOMAIN + "')");
    }
    return wrong;
  }
}
