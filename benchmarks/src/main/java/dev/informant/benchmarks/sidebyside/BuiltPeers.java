package dev.informant.benchmarks.sidebyside;

import java.nio.file.Path;

/**
 * Where the script has put what it built.
 *
 * @param directory that of the peers and of the data
 * @param driver the class path of the driver alone
 * @param ours the class path of Informant
 * @param javaPeers the class path of the peers in Java
 */
record BuiltPeers(Path directory, String driver, String ours, String javaPeers) {
  static BuiltPeers fromProperties() {
    return new BuiltPeers(
        Path.of(System.getProperty("peers.built")),
        System.getProperty("peers.driver"),
        System.getProperty("peers.ours"),
        System.getProperty("peers.java"));
  }

  String path(String name) {
    return directory.resolve(name).toString();
  }

  /** The machine that is measured: JAVA_HOME's, as this one. */
  String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
