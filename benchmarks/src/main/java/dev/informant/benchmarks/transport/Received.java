package dev.informant.benchmarks.transport;

import java.util.concurrent.atomic.LongAdder;

/** What came of all watches: bytes, in so many pieces. They are counted and not looked at. Thread-safe. */
final class Received {
  final LongAdder opened = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder pieces = new LongAdder();

  void piece(long length) {
    bytes.add(length);
    pieces.increment();
  }

  static void failed(Throwable cause) {
    cause.printStackTrace();
    Runtime.getRuntime().halt(1);
  }
}
