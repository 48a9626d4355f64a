package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Client.*;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One thing that is measured of several clients, on one server.
 *
 * @param quick the size in a quick run; 0: left out there
 */
record Figure(
    String name,
    int objects,
    int quick,
    List<String> server,
    List<String> driver,
    List<Client> clients) {
  private static final List<Client> OURS = List.of(INFORMANT, INFORMANT_COMPACT);
  private static final List<Client> ALL =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, CLIENT_GO_JSON, KUBE_RS, FABRIC8, CLIENT_JAVA);
  private static final List<Client> WITH_EVENTS =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, KUBE_RS, FABRIC8, CLIENT_JAVA);
  private static final List<Client> OVER_TLS =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, FABRIC8, CLIENT_JAVA); // kube-rs is built without TLS
  private static final List<Client> WITH_CONTROLS =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, FABRIC8, CLIENT_JAVA);

  static final String SYNC_SMALL = "sync20k";
  static final String SYNC = "sync100k";
  static final String ALL_FIELDS = "allfields20k";
  static final String EVENTS_1 = "events1";
  static final String EVENTS_10 = "events10";
  static final String TLS = "tls20k";
  static final String RELIST = "relist100k";
  static final String RELIST_HEAP = "relistheap100k";
  static final String RESTART = "restart100k";
  static final String JOIN = "join100k";
  static final String LEAST_HEAP = "leastheap50k";
  static final String REAL = "real20k";
  static final String GROWTH = "growth";

  /** In the order they are run. */
  static List<Figure> all(boolean quick) {
    String events = System.getProperty("events", quick ? "10000" : "200000");
    List<Client> withEvents = with(WITH_EVENTS, INFORMANT_COMPACT);
    List<Figure> figures = new ArrayList<>(List.of(
        of(SYNC_SMALL, 20_000, 5_000, List.of("--strip"), with(ALL, INFORMANT_COMPACT)),
        of(
            SYNC,
            100_000,
            0,
            List.of("--strip"),
            with(with(ALL, INFORMANT_COMPACT), INFORMANT_COMPACT_KEYS)),
        of(ALL_FIELDS, 20_000, 5_000, List.of(), ALL),
        of(
            EVENTS_1,
            20_000,
            5_000,
            List.of("--strip", "--events", events),
            quick ? withEvents : with(withEvents, CLIENT_GO_JSON)),
        of(
            EVENTS_10,
            20_000,
            5_000,
            List.of("--strip", "--events", events, "--handlers", "10"),
            WITH_EVENTS),
        new Figure(
            TLS, 20_000, 5_000, List.of("--tls"), List.of("--strip", "--events", events), OVER_TLS),
        of(RELIST, 100_000, 5_000, List.of("--strip", "--relist"), WITH_CONTROLS),
        of(RELIST_HEAP, 100_000, 5_000, List.of("--strip", "--relist-heap"), WITH_CONTROLS),
        of(JOIN, 100_000, 5_000, List.of("--strip", "--join", "1000"), WITH_CONTROLS),
        of(RESTART, 100_000, 5_000, List.of("--strip"), with(OURS, INFORMANT_COMPACT_KEYS)),
        of(
            LEAST_HEAP,
            50_000,
            0,
            List.of("--strip"),
            List.of(INFORMANT, INFORMANT_COMPACT, FABRIC8_PAGED)),
        of(
            REAL,
            20_000,
            0,
            List.of("--strip", "--events", "20000"),
            with(with(OVER_TLS, CLIENT_GO_JSON), INFORMANT_COMPACT))));
    for (int objects : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
      figures.add(new Figure(
          GROWTH + objects,
          objects,
          objects <= 10_000 ? objects : 0,
          List.of("--total", "" + objects),
          List.of("--strip"),
          List.of(INFORMANT_COMPACT)));
    }
    return quick ? figures.stream().map(Figure::shortened).toList() : figures;
  }

  /** client-java needs 17 s of CPU for each start, so a quick run has it in two figures only. */
  private Figure shortened() {
    return name.equals(SYNC_SMALL) || name.equals(EVENTS_1)
        ? this
        : new Figure(
            name,
            objects,
            quick,
            server,
            driver,
            clients.stream().filter(client -> client != CLIENT_JAVA).toList());
  }

  private static List<Client> with(List<Client> clients, Client more) {
    return Stream.concat(clients.stream(), Stream.of(more)).toList();
  }

  private static Figure of(
      String name, int objects, int quick, List<String> driver, List<Client> clients) {
    return new Figure(name, objects, quick, List.of(), driver, clients);
  }

  int objects(boolean isQuick) {
    return isQuick ? quick : objects;
  }
}
