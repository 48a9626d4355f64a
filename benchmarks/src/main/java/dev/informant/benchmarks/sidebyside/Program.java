package dev.informant.benchmarks.sidebyside;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * What is started for a client: a class in the Java driver, or a program of its own.
 *
 * @param name of the class, or the path of the program among what was built
 */
record Program(Kind kind, String name) {
  enum Kind {
    /** Informant, in the Java driver. */
    OURS,
    /** Another client in Java, in the same driver. */
    JAVA,
    BINARY
  }

  static Program ours() {
    return new Program(Kind.OURS, "dev.informant.benchmarks.peers.InformantPeer");
  }

  static Program java(String peer) {
    return new Program(Kind.JAVA, peer);
  }

  static Program binary(String path) {
    return new Program(Kind.BINARY, path);
  }

  /**
   * @param jvm options for the JVM; clients without one do not get them
   */
  List<String> command(BuiltPeers built, List<String> jvm) {
    if (kind == Kind.BINARY) {
      return List.of(built.path(name));
    }
    List<String> command = new ArrayList<>();
    command.add(built.java());
    command.addAll(jvm);
    command.addAll(List.of("-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError", "-cp"));
    command.add((kind == Kind.OURS ? built.ours() : built.javaPeers())
        + File.pathSeparator
        + built.driver());
    command.addAll(List.of("dev.informant.benchmarks.peers.Driver", "--peer", name));
    return command;
  }
}
