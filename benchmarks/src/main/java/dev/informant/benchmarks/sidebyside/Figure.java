package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Client.*;
import static dev.informant.benchmarks.sidebyside.Metric.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One thing that is measured of several clients, on one server. To add one: an entry in {@link #all} and, if it has one, a
 * {@link Bar}.
 *
 * @param quick the size in a quick run; 0: left out there
 * @param server flags of the replay server
 * @param driver flags of the clients' drivers
 * @param metrics the columns of its table
 */
record Figure(
    String name,
    int objects,
    int quick,
    Way way,
    List<String> server,
    List<String> driver,
    List<Client> clients,
    List<Metric> metrics) {
  private static final List<Client> ALL =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, CLIENT_GO_JSON, KUBE_RS, FABRIC8, CLIENT_JAVA);
  private static final List<Client> WITH_EVENTS =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, KUBE_RS, FABRIC8, CLIENT_JAVA);

  /** Those whose drivers know more than a sync and events: TLS, relists, late joins. */
  private static final List<Client> CAPABLE =
      List.of(INFORMANT, CLIENT_GO_PROTOBUF, FABRIC8, CLIENT_JAVA);

  private static final List<Metric> OF_SYNC =
      List.of(CPU_PER_OBJECT, WALL, HEAP_PER_OBJECT, PEAK_RSS);
  private static final List<Metric> OF_EVENTS =
      List.of(CPU_PER_EVENT, EVENTS_PER_SECOND, HEAP_AFTER_EVENTS);

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
  static final List<Integer> GROWTH_SIZES = List.of(1_000, 10_000, 100_000, 1_000_000);

  /** In the order they are run. */
  static List<Figure> all(boolean quick) {
    String events = System.getProperty("events", quick ? "10000" : "200000");
    List<Client> withEvents = with(WITH_EVENTS, INFORMANT_COMPACT);
    List<Figure> figures = new ArrayList<>(List.of(
        once(SYNC_SMALL, 20_000, 5_000, OF_SYNC, with(ALL, INFORMANT_COMPACT), "--strip"),
        once(
            SYNC,
            100_000,
            0,
            OF_SYNC,
            with(with(ALL, INFORMANT_COMPACT), INFORMANT_COMPACT_KEYS),
            "--strip"),
        once(ALL_FIELDS, 20_000, 5_000, OF_SYNC, ALL),
        once(
            EVENTS_1,
            20_000,
            5_000,
            OF_EVENTS,
            quick ? withEvents : with(withEvents, CLIENT_GO_JSON),
            "--strip",
            "--events",
            events),
        once(
            EVENTS_10,
            20_000,
            5_000,
            OF_EVENTS,
            WITH_EVENTS,
            "--strip",
            "--events",
            events,
            "--handlers",
            "10"),
        once(
                TLS,
                20_000,
                5_000,
                List.of(CPU_PER_OBJECT, WALL, CPU_PER_EVENT, EVENTS_PER_SECOND),
                CAPABLE,
                "--strip",
                "--events",
                events)
            .on("--tls"),
        once(
            RELIST,
            100_000,
            5_000,
            List.of(RELIST_CALLS, RELIST_CPU),
            CAPABLE,
            "--strip",
            "--relist"),
        once( // collections all the time: for heaps of gigabytes it would take hours
            RELIST_HEAP,
            100_000,
            5_000,
            List.of(RELIST_PEAK),
            List.of(INFORMANT, CLIENT_GO_PROTOBUF),
            "--strip",
            "--relist-heap"),
        once(
            JOIN,
            100_000,
            5_000,
            List.of(
                Metric.JOIN, JOIN_GAP, USUAL_GAP, JOIN_OVER_USUAL, JOIN_GAP_MOST, USUAL_GAP_MOST),
            CAPABLE,
            "--strip",
            "--join",
            "1000",
            "--joins",
            quick ? "4" : "20"),
        once(
                RESTART,
                100_000,
                5_000,
                List.of(CPU_PER_OBJECT, FULL_CPU_PER_OBJECT, RESTART_CPU, RESTART_WALL),
                List.of(INFORMANT, INFORMANT_COMPACT, INFORMANT_COMPACT_KEYS),
                "--strip")
            .taken(Way.RESTART),
        once(
                LEAST_HEAP,
                50_000,
                5_000,
                List.of(Metric.LEAST_HEAP),
                List.of(INFORMANT, INFORMANT_COMPACT, FABRIC8_PAGED),
                "--strip")
            .taken(Way.LEAST_HEAP),
        once(
                REAL,
                20_000,
                0,
                List.of(CPU_PER_OBJECT, WALL, HEAP_PER_OBJECT, PEAK_RSS, CPU_PER_EVENT),
                with(with(CAPABLE, CLIENT_GO_JSON), INFORMANT_COMPACT),
                "--strip",
                "--events",
                System.getProperty("events", "20000"))
            .taken(Way.REAL)));
    for (int objects : GROWTH_SIZES) {
      figures.add(once(
              GROWTH + objects,
              objects,
              objects <= 10_000 ? objects : 0,
              OF_SYNC,
              List.of(INFORMANT_COMPACT),
              "--strip",
              "--timeout",
              "1500")
          .taken(Way.GENERATED));
    }
    return quick ? figures.stream().map(Figure::shortened).toList() : figures;
  }

  /** client-java needs 17 s of CPU for each start, so a quick run has it in two figures only. */
  private Figure shortened() {
    return name.equals(SYNC_SMALL) || name.equals(EVENTS_1)
        ? this
        : of(clients.stream().filter(client -> client != CLIENT_JAVA).toList());
  }

  private static List<Client> with(List<Client> clients, Client more) {
    return Stream.concat(clients.stream(), Stream.of(more)).toList();
  }

  private static Figure once(
      String name,
      int objects,
      int quick,
      List<Metric> metrics,
      List<Client> clients,
      String... driver) {
    return new Figure(name, objects, quick, Way.ONCE, List.of(), List.of(driver), clients, metrics);
  }

  private Figure taken(Way other) {
    return new Figure(name, objects, quick, other, server, driver, clients, metrics);
  }

  private Figure on(String... flags) {
    return new Figure(name, objects, quick, way, List.of(flags), driver, clients, metrics);
  }

  /** The same of these clients. */
  Figure of(List<Client> others) {
    return new Figure(name, objects, quick, way, server, driver, others, metrics);
  }

  /** How many there are in this run. */
  int objects(boolean isQuick) {
    return Math.min(isQuick ? quick : objects, Integer.getInteger("objects", Integer.MAX_VALUE));
  }

  /** The number that follows a flag of the driver; 0 if it is not given. */
  int number(String flag) {
    int at = driver.indexOf(flag);
    return at < 0 ? 0 : Integer.parseInt(driver.get(at + 1));
  }

  /** What bars are made of, and nothing else; without clients if there is no bar. */
  Figure ofBars() {
    Set<Client> needed = Bar.clientsOf(name);
    return of(clients.stream().filter(needed::contains).toList());
  }
}
