package dev.informant.controller;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times with microseconds, as Leases and Events have them. For people: nothing is decided by them. Stateless. */
final class MicroTime {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private MicroTime() {}

  static String text(Instant time) {
    return FORMAT.format(time);
  }
}
