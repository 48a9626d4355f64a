package dev.informant.verification.soak;

import dev.informant.verification.CommandLine;
import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultProxy;
import dev.informant.verification.chaos.FaultSequence;
import dev.informant.verification.chaos.RawApi;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code verification/soak}: informers of many kinds in a JVM with a heap limit on a real kube-apiserver that is
 * written to all the time, under faults of the line and of the processes. Prints a line per check and a report; ends
 * with 1 if a promise was broken, or memory or threads grew.
 */
public final class SoakCommand {
  private static final String USAGE =
      "verification/soak [--minutes N] [--objects N] [--writes N] [--heap MEGABYTES] [--check SECONDS]"
          + " [--fault-gap MILLISECONDS] [--seed N]";

  private SoakCommand() {}

  /** What the command line says. */
  private record Wanted(
      double minutes, int objects, double writes, int heap, int check, long gap, long seed) {
    Wanted {
      if (minutes <= 0 || check <= 0) {
        throw new IllegalArgumentException("--minutes and --check must be more than 0");
      }
    }

    static Wanted of(CommandLine options) {
      return new Wanted(
          options.number("--minutes"),
          (int) options.whole("--objects"),
          options.number("--writes"),
          (int) options.whole("--heap"),
          (int) options.whole("--check"),
          options.whole("--fault-gap"),
          options.whole("--seed"));
    }
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> defaults = Map.of(
        "--minutes",
        "10",
        "--objects",
        "20000",
        "--writes",
        "300",
        "--heap",
        "512",
        "--check",
        "30",
        "--fault-gap",
        "3000",
        "--seed",
        Long.toString(System.nanoTime() % 100_000));
    Wanted wanted = CommandLine.orExit(
        USAGE, defaults, arguments, options -> Wanted.of(options.withoutWords()));
    Optional<Binaries> binaries = Binaries.find();
    if (binaries.isEmpty()) {
      System.err.println(
          "soak: no kube-apiserver here; run verification/control-plane/build first");
      System.exit(3);
      return;
    }
    System.exit(run(wanted, binaries.get()) ? 0 : 1);
  }

  private static boolean run(Wanted options, Binaries binaries) throws Exception {
    System.out.println("soak: " + options.objects() + " objects, " + options.writes()
        + " writes/s, heap " + options.heap() + " MB, seed " + options.seed());
    try (ControlPlane plane = ControlPlane.start(binaries)) {
      boolean clean = false;
      try {
        clean = run(options, plane);
      } finally {
        if (!clean) {
          plane.keepLogs();
        }
      }
      return clean;
    }
  }

  private static boolean run(Wanted options, ControlPlane plane) throws Exception {
    try (FaultProxy line = new FaultProxy(plane.url(0).getHost(), plane.url(0).getPort())) {
      RawApi api = new RawApi(plane.url(0), plane.adminToken(), plane.trust(0));
      Churn churn = new Churn(
          api, List.of(Churn.CONFIG_MAPS), options.objects(), options.writes(), options.seed());
      long begin = System.nanoTime();
      churn.fill();
      SoakSubject.FEW.fill(api);
      SoakSubject.MANY.fill(api);
      System.out.printf("filled in %.1f s%n", (System.nanoTime() - begin) / 1e9);
      Path log = plane.directory().resolve("soak-client.log");
      Path config =
          plane.kubeconfig(0, URI.create("https://127.0.0.1:" + line.port()), plane.adminToken());
      List<String> command = Companion.java(
          List.of(
              "-Xmx" + options.heap() + "m",
              "-XX:+ExitOnOutOfMemoryError",
              "-Dinformant.smallKind=500", // one of the quiet kinds is to be large
              "-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n"),
          SoakClient.class,
          List.of(config.toString(), plane.directory().resolve("caches").toString()));
      try (Companion client = Companion.start("the soaked program", log, command);
          FaultSequence faults = new FaultSequence(
              plane, List.of(line), List.of(client.pid()), options.seed(), options.gap())) {
        SoakRun run = new SoakRun(api, churn, faults, client, options.objects(), log);
        boolean clean = run.follow((long) (options.minutes() * 60_000), options.check() * 1000L);
        System.out.println("connections  " + line.accepted());
        return clean;
      } finally {
        churn.close();
      }
    }
  }
}
