package dev.informant.benchmarks.sidebyside;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** A client in one of its ways of working, and how its driver is called. */
enum Client {
  INFORMANT("informant", "dev.informant.benchmarks.peers.InformantPeer"),
  INFORMANT_COMPACT(
      "informant compact", "dev.informant.benchmarks.peers.InformantPeer", "--cache", "compact"),
  INFORMANT_COMPACT_KEYS(
      "informant compact, keys",
      "dev.informant.benchmarks.peers.InformantPeer",
      "--cache",
      "compact",
      "--keys"),
  CLIENT_GO_PROTOBUF("client-go protobuf", "", "--format", "protobuf", "--watchlist", "off"),
  CLIENT_GO_JSON("client-go JSON", "", "--format", "json", "--watchlist", "off"),
  KUBE_RS("kube-rs", ""),
  FABRIC8("fabric8", "Fabric8Peer"),
  FABRIC8_PAGED("fabric8 paged", "Fabric8Peer", "--page", "500"),
  CLIENT_JAVA("client-java", "ClientJavaPeer");

  final String label;
  private final String peer;
  private final List<String> flags;

  Client(String label, String peer, String... flags) {
    this.label = label;
    this.peer = peer;
    this.flags = List.of(flags);
  }

  boolean isOurs() {
    return this == INFORMANT || this == INFORMANT_COMPACT || this == INFORMANT_COMPACT_KEYS;
  }

  boolean isJava() {
    return !peer.isEmpty();
  }

  /**
   * @param heap the option that bounds the heap; for clients in Java only
   */
  List<String> command(Places places, String heap, List<String> more) {
    List<String> command = new ArrayList<>();
    if (isJava()) {
      String path = isOurs() ? places.ours() : places.javaPeers();
      command.addAll(List.of(places.java(), heap, "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"));
      command.addAll(List.of(
          "-cp",
          path + File.pathSeparator + places.driver(),
          "dev.informant.benchmarks.peers.Driver",
          "--peer",
          peer));
    } else {
      command.add(
          this == KUBE_RS
              ? places.built("kube-rs/release/peer-kube-rs")
              : places.built("client-go"));
    }
    command.addAll(flags);
    command.addAll(more);
    return command;
  }
}
