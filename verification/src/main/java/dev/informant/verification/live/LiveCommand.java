package dev.informant.verification.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.CommandLine;
import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultProxy;
import dev.informant.verification.chaos.FaultSequence;
import dev.informant.verification.chaos.RawApi;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code verification/live}: client-go's
 * informers and ours follow the same kinds of one real kube-apiserver, each over a line that fails. Whenever writes
 * and faults rest, both caches must come to hold what the server holds, byte for byte after {@link Normal}.
 */
public final class LiveCommand {
  private static final String USAGE =
      "verification/live [--minutes N] [--objects N] [--writes N] [--fault-gap MILLISECONDS] [--seed N]";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int RESTS = 3;

  private final RawApi api;
  private final Companion theirs;
  private final Companion ours;
  private final Path directory;

  private LiveCommand(RawApi api, Companion theirs, Companion ours, Path directory) {
    this.api = api;
    this.theirs = theirs;
    this.ours = ours;
    this.directory = directory;
  }

  /** What the command line says. */
  private record Wanted(double minutes, int objects, double writes, long gap, long seed) {
    static Wanted of(CommandLine options) {
      return new Wanted(
          options.number("--minutes"),
          (int) options.whole("--objects"),
          options.number("--writes"),
          options.whole("--fault-gap"),
          options.whole("--seed"));
    }
  }

  /** The first argument is the program with client-go's informers. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> defaults = Map.of(
        "--minutes",
        "3",
        "--objects",
        "3000",
        "--writes",
        "150",
        "--fault-gap",
        "2000",
        "--seed",
        Long.toString(System.nanoTime() % 100_000));
    String[] rest = Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
    Wanted wanted =
        CommandLine.orExit(USAGE, defaults, rest, options -> Wanted.of(options.withoutWords()));
    System.exit(run(Path.of(arguments[0]), wanted) ? 0 : 1);
  }

  private static boolean run(Path program, Wanted wanted) throws Exception {
    System.out.println("live: " + wanted);
    try (ControlPlane plane = ControlPlane.start(Binaries.find().orElseThrow())) {
      boolean equal = false;
      try {
        equal = run(plane, program, wanted);
      } finally {
        if (!equal) {
          plane.keepLogs(); // and both dumps
        }
      }
      return equal;
    }
  }

  private static boolean run(ControlPlane plane, Path program, Wanted wanted) throws Exception {
    long seed = wanted.seed();
    try (FaultProxy first = line(plane);
        FaultProxy second = line(plane)) {
      RawApi api = new RawApi(plane.url(0), plane.adminToken(), plane.trust(0));
      LiveKinds.define(api);
      Path logs = plane.directory();
      try (Churn churn = new Churn(api, LiveKinds.ALL, wanted.objects(), wanted.writes(), seed);
          Companion theirs = Companion.start(
              "client-go",
              logs.resolve("client-go.log"),
              List.of(program.toString(), config(plane, first)));
          Companion ours = Companion.start(
              "Informant",
              logs.resolve("informant.log"),
              Companion.java(
                  List.of("-Xmx512m"), LiveClient.class, List.of(config(plane, second))));
          FaultSequence faults = new FaultSequence(
              plane,
              List.of(first, second),
              List.of(theirs.pid(), ours.pid()),
              seed,
              wanted.gap())) {
        churn.fill();
        LiveCommand command = new LiveCommand(api, theirs, ours, logs);
        return command.follow(churn, faults, (long) (wanted.minutes() * 60_000));
      }
    }
  }

  private static FaultProxy line(ControlPlane plane) throws IOException {
    return new FaultProxy(plane.url(0).getHost(), plane.url(0).getPort());
  }

  private static String config(ControlPlane plane, FaultProxy line) throws IOException {
    return plane
        .kubeconfig(0, URI.create("https://127.0.0.1:" + line.port()), plane.adminToken())
        .toString();
  }

  private boolean follow(Churn churn, FaultSequence faults, long millis)
      throws IOException, InterruptedException {
    churn.start();
    faults.start();
    boolean equal = true;
    for (int rest = 1; rest <= RESTS && equal; rest++) {
      Thread.sleep(millis / RESTS);
      churn.pause();
      faults.pause();
      try {
        equal = agree(rest);
      } finally {
        faults.resume();
      }
      churn.resume();
    }
    churn.pause();
    System.out.println("writes     " + churn.writes());
    System.out.println("faults     " + faults.counts());
    System.out.println("client-go  " + theirs.ask("counts"));
    System.out.println("Informant  " + ours.ask("counts"));
    if (faults.failure() != null) {
      System.out.println("the control plane itself failed: " + faults.failure());
      equal = false;
    }
    System.out.println(equal ? "equal" : "NOT EQUAL");
    return equal;
  }

  private Map<String, String> readServer() throws IOException, InterruptedException {
    Map<String, String> server = new TreeMap<>();
    for (Churn.Kind kind : LiveKinds.ALL) {
      JsonNode all = api.get(kind.path() + "/" + kind.plural() + "?labelSelector=load%3Dchurn");
      for (JsonNode item : all.path("items")) {
        server.put(kind.plural() + " " + Normal.key(item), Normal.text(item));
      }
    }
    return server;
  }

  private boolean agree(int rest) throws IOException, InterruptedException {
    Map<String, String> server = readServer();
    long begin = System.nanoTime();
    int looks = 0;
    while (true) {
      Map<String, String> go = dumped(theirs, "client-go");
      Map<String, String> java = dumped(ours, "informant");
      if (go.equals(server) && java.equals(server)) {
        System.out.println("rest " + rest + ": both caches hold the server's " + server.size()
            + " objects, after " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return true;
      }
      if (System.nanoTime() - begin > PATIENCE.toNanos()) {
        differences("client-go", go, server).forEach(System.out::println);
        differences("Informant", java, server).forEach(System.out::println);
        return false;
      }
      Thread.sleep(250);
      if (++looks % 20 == 0) {
        server = readServer(); // a write that its writer gave up may still have been done
      }
    }
  }

  private Map<String, String> dumped(Companion companion, String name)
      throws IOException, InterruptedException {
    Path into = Files.createDirectories(directory.resolve("dump-" + name));
    companion.ask("dump " + into);
    Map<String, String> objects = new TreeMap<>();
    for (Churn.Kind kind : LiveKinds.ALL) {
      for (String line : Files.readAllLines(into.resolve(kind.plural()))) {
        JsonNode object = RawApi.JSON.readTree(line);
        objects.put(kind.plural() + " " + Normal.key(object), Normal.text(object));
      }
    }
    return objects;
  }

  private static List<String> differences(
      String who, Map<String, String> cached, Map<String, String> server) {
    List<String> lines = new ArrayList<>();
    Map<String, String> both = new TreeMap<>(cached);
    both.putAll(server);
    both.keySet().removeIf(key -> {
      String mine = cached.get(key);
      return mine != null && mine.equals(server.get(key));
    });
    lines.add(who + " differs in " + both.size() + " objects");
    both.keySet().stream().limit(3).forEach(key -> {
      lines.add("  " + key);
      lines.add("    server " + server.get(key));
      lines.add("    cached " + cached.get(key));
    });
    return lines;
  }
}
