package dev.informant.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A client in one of its ways of working, and how its driver is called. */
enum Client {
  INFORMANT("informant", Program.ours(), new Rough(3, 55, 62, 155)),
  INFORMANT_COMPACT(
      "informant compact", Program.ours(), new Rough(4, 105, 120, 60), "--cache", "compact"),
  INFORMANT_COMPACT_KEYS(
      "informant compact, keys",
      Program.ours(),
      new Rough(4, 70, 80, 60),
      "--cache",
      "compact",
      "--keys"),
  CLIENT_GO_PROTOBUF(
      "client-go protobuf",
      Program.binary("client-go"),
      new Rough(1, 80, 70, 0),
      "--format",
      "protobuf",
      "--watchlist",
      "off"),
  CLIENT_GO_JSON(
      "client-go JSON",
      Program.binary("client-go"),
      new Rough(1, 310, 800, 0),
      "--format",
      "json",
      "--watchlist",
      "off"),
  KUBE_RS("kube-rs", Program.binary("kube-rs/release/peer-kube-rs"), new Rough(1, 175, 175, 0)),
  FABRIC8("fabric8", Program.java("Fabric8Peer"), new Rough(3, 310, 560, 3000)),
  FABRIC8_PAGED(
      "fabric8 paged", Program.java("Fabric8Peer"), new Rough(3, 350, 560, 950), "--page", "500"),
  CLIENT_JAVA("client-java", Program.java("ClientJavaPeer"), new Rough(4, 690, 460, 3000));

  final String label;
  final Rough rough;
  private final Program program;
  private final List<String> flags;

  Client(String label, Program program, Rough rough, String... flags) {
    this.label = label;
    this.program = program;
    this.rough = rough;
    this.flags = List.of(flags);
  }

  boolean isOurs() {
    return program.kind() == Program.Kind.OURS;
  }

  /** Whether what has this label runs on a JVM. */
  static boolean isJava(String label) {
    return Arrays.stream(values())
        .noneMatch(
            client -> client.label.equals(label) && client.program.kind() == Program.Kind.BINARY);
  }

  /**
   * @param jvm options for the JVM; for clients in Java only
   */
  List<String> command(BuiltPeers built, List<String> jvm, List<String> more) {
    List<String> command = new ArrayList<>(program.command(built, jvm));
    command.addAll(flags);
    command.addAll(more);
    return command;
  }
}
