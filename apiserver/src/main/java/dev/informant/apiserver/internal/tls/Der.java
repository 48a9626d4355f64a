package dev.informant.apiserver.internal.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Writes the few ASN.1 values an X.509 certificate is made of, in DER. */
final class Der {
  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter GENERALIZED_TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Instant GENERALIZED_FROM = Instant.parse("2050-01-01T00:00:00Z");

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, concatenated(parts));
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, concatenated(parts));
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  static byte[] bool(boolean value) {
    return tagged(0x01, new byte[] {(byte) (value ? 0xff : 0)});
  }

  static byte[] octets(byte[] content) {
    return tagged(0x04, content);
  }

  /** Whole octets only; {@code unused} counts the bits to ignore at the end. */
  static byte[] bits(int unused, byte[] content) {
    return tagged(0x03, concatenated(new byte[] {(byte) unused}, content));
  }

  static byte[] text(String value) {
    return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant value) {
    return value.isBefore(GENERALIZED_FROM)
        ? tagged(0x17, UTC_TIME.format(value).getBytes(StandardCharsets.US_ASCII))
        : tagged(0x18, GENERALIZED_TIME.format(value).getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier in dotted notation. */
  static byte[] identifier(String dotted) {
    long[] arcs = Arrays.stream(dotted.split("\\.")).mapToLong(Long::parseLong).toArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write((int) (arcs[0] * 40 + arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int digits = Math.max(1, (64 - Long.numberOfLeadingZeros(arcs[i]) + 6) / 7);
      for (int digit = digits - 1; digit >= 0; digit--) {
        out.write((int) (arcs[i] >>> (7 * digit) & 0x7f) | (digit > 0 ? 0x80 : 0));
      }
    }
    return tagged(0x06, out.toByteArray());
  }

  static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.length;
    if (length < 0x80) {
      out.write(length);
    } else {
      int octets = (32 - Integer.numberOfLeadingZeros(length) + 7) / 8;
      out.write(0x80 | octets);
      for (int octet = octets - 1; octet >= 0; octet--) {
        out.write(length >>> (8 * octet));
      }
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
