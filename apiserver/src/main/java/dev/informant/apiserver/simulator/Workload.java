package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A deployment with its present replica set and the names of its pods. Confined to the simulator. */
final class Workload {
  private static final String[] DOMAINS = {
    "orders",
    "billing",
    "catalogue",
    "search",
    "stock",
    "parcel",
    "accounts",
    "login",
    "mail",
    "edge",
    "prices",
    "ratings",
    "offers",
    "risk",
    "books",
    "media"
  };
  private static final String[] ROLES = {
    "api", "worker", "web", "sync", "cron", "proxy", "index", "cache", "stream", "admin"
  };
  private static final String NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final String HEX = "0123456789abcdef";

  final String namespace;
  final String name;
  final String domain;
  final int port;
  final boolean sidecar;
  final boolean volumes;
  int replicas;
  int revision = 1;
  /** Environment variables of its pods; negative until it is known. */
  int settings = -1;

  /** What a user has written, and its replica sets and pods are made of; null if they are made up. */
  @Nullable
  ObjectNode spec;

  /** Whether a user decides how large it is and what it runs. */
  boolean users;

  /** What its template was when it was last looked at, in short. */
  int template;

  /** Roll-outs under way. */
  int rolling;

  String hash;
  String deploymentUid = "";
  String replicaSetUid = "";
  final List<String> pods = new ArrayList<>();

  Workload(int index, String namespace, int replicas, SplittableRandom random) {
    this.namespace = namespace;
    this.domain = DOMAINS[index % DOMAINS.length];
    String role = ROLES[index / DOMAINS.length % ROLES.length];
    int round = index / (DOMAINS.length * ROLES.length);
    this.name = domain + "-" + role + (round == 0 ? "" : "-" + round);
    this.replicas = replicas;
    this.port = 8000 + random.nextInt(900);
    this.sidecar = random.nextInt(5) == 0;
    this.volumes = random.nextInt(3) == 0;
    this.hash = letters(random, 10);
  }

  /** A deployment that a user has made. */
  Workload(String namespace, String name, ObjectNode spec, SplittableRandom random) {
    this.namespace = namespace;
    this.name = name;
    this.domain = name;
    this.port = 0;
    this.sidecar = false;
    this.volumes = false;
    this.spec = spec;
    this.users = true;
    this.replicas = spec.path("replicas").asInt(1);
    this.hash = letters(random, 10);
  }

  String replicaSet() {
    return name + "-" + hash;
  }

  String newPodName(SplittableRandom random) {
    return replicaSet() + "-" + letters(random, 5);
  }

  String image() {
    return "images.example.com/" + domain + "/" + name + ":v1." + revision + ".0";
  }

  static String letters(SplittableRandom random, int count) {
    return pick(random, NAME_LETTERS, count);
  }

  static String hex(SplittableRandom random, int count) {
    return pick(random, HEX, count);
  }

  private static String pick(SplittableRandom random, String from, int count) {
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append(from.charAt(random.nextInt(from.length())));
    }
    return text.toString();
  }
}
