package dev.informant.benchmarks.sidebyside;

import java.util.List;

/** A server with the pods of one figure. */
interface PodServer extends AutoCloseable {
  /** How a driver is told of it. */
  List<String> driverFlags();

  @Override
  void close();
}
