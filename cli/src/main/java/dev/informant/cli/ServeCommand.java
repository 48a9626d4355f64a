package dev.informant.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.cli.serve.ListenFailure;
import dev.informant.cli.serve.ServedKubeconfig;
import dev.informant.runtime.EngineRuntime;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The embedded API server for other programs. */
@Command(
    name = "serve",
    description = {
      "Run an API server for other tools: kubectl, client-go, or any other client.",
      "",
      "Objects are kept in memory and are lost when the server stops. There is no scheduler and no kubelet;"
          + " --pods starts a simulator in their place."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  # A server on a free port; the path of its kubeconfig is printed",
      "  informant serve",
      "",
      "  # A cluster of 1000 pods with 100 changes a second, over TLS",
      "  informant serve --port 6443 --tls --pods 1000 --rate 100 --kubeconfig /tmp/kubeconfig",
      "  kubectl --kubeconfig /tmp/kubeconfig get pods -A --watch",
      "",
      "  # Faults: every tenth request fails, watches are cut every 15 seconds",
      "  informant serve --pods 100 --fail 503 --fail-probability 0.1 --cut-watches-every 15"
    })
final class ServeCommand implements Callable<Integer> {
  private static final int DEFAULT_RATE = 10;

  private final Output output;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "The port. Default: 0, a free one.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen on. Default: ${DEFAULT-VALUE}. On another one, clients need"
              + " the kubeconfig's credential.")
  private String host = "127.0.0.1";

  @Option(names = "--tls", description = "Serve HTTPS, with a certificate created for this run.")
  private boolean tls;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Write the kubeconfig to this file once the server is ready. Default: a temporary"
              + " file, whose path is printed.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "0",
      description = "Simulate a cluster with this number of pods. Default: an empty cluster.")
  private int pods;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Changes per second in the simulated cluster. Default: " + DEFAULT_RATE
          + " with --pods, else none.")
  private @Nullable Double rate;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the simulation. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Stop after this number of seconds. Default: run until Ctrl-C.")
  private int seconds;

  @Option(
      names = "--fail",
      paramLabel = "STATUS",
      description = "Fail requests with this HTTP status.")
  private int failStatus;

  @Option(
      names = "--fail-probability",
      paramLabel = "P",
      defaultValue = "1",
      description = "Probability that --fail affects a request, from 0 to 1. Default: 1.")
  private double failProbability;

  @Option(
      names = "--delay",
      paramLabel = "MILLIS",
      description = "Delay of each response, in milliseconds.")
  private int delayMillis;

  @Option(
      names = "--cut-watches-every",
      paramLabel = "SECONDS",
      description = "Interval at which all watches are ended.")
  private int cutSeconds;

  @Option(
      names = "--compact-every",
      paramLabel = "SECONDS",
      description = "Interval at which the history is compacted, so that watches expire.")
  private int compactSeconds;

  @Option(names = "--no-watch-list", description = "Do not offer streaming lists.")
  private boolean noWatchList;

  @Option(
      names = "--fault-endpoint",
      description = "Let other programs inject faults over HTTP, below /informant.")
  private boolean faultEndpoint;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Format of the address: text or json.")
  private OutputFormat format = OutputFormat.TEXT;

  ServeCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    Flags.require(spec, port >= 0 && port <= 65535, "--port must be from 0 to 65535, not " + port);
    Flags.require(
        spec, pods >= 0 && pods <= 1_000_000, "--pods must be from 0 to 1000000, not " + pods);
    Flags.require(
        spec,
        rate == null || (rate >= 0 && rate <= 1_000_000),
        "--rate must be from 0 to 1000000, not " + rate);
    Flags.require(
        spec,
        rate == null || pods > 0,
        "--rate needs --pods: an empty cluster has nothing to change");
    Flags.require(spec, seconds >= 0, "--seconds must not be negative: " + seconds);
    Flags.require(
        spec,
        failStatus == 0 || (failStatus >= 400 && failStatus <= 599),
        "--fail must be an HTTP status from 400 to 599, not " + failStatus);
    Flags.require(
        spec,
        failProbability >= 0 && failProbability <= 1,
        "--fail-probability must be from 0 to 1, not " + failProbability);
    Flags.require(spec, delayMillis >= 0, "--delay must not be negative: " + delayMillis);
    Flags.require(spec, cutSeconds >= 0 && compactSeconds >= 0, "intervals must not be negative");
    EngineRuntime runtime = EngineRuntime.create("serve", 1);
    try (ApiServer server = start();
        ClusterSimulator simulator = populate(server, runtime)) {
      try (ServedKubeconfig file = ServedKubeconfig.write(server, kubeconfig)) {
        if (simulator != null) {
          simulator.start();
        }
        misbehave(server, runtime);
        announce(server, file.path());
        await();
      }
    } finally {
      runtime.close();
    }
    return ExitCode.SUCCESS;
  }

  private ApiServer start() {
    ApiServerBuilder builder = ApiServer.builder()
        .host(host)
        .port(port)
        .seed(seed)
        .watchList(!noWatchList)
        .adminEndpoint(faultEndpoint);
    if (!tls) {
      builder.plainHttp();
    }
    try {
      return builder.start();
    } catch (UncheckedIOException failure) {
      throw ListenFailure.of(failure, host, port);
    }
  }

  private @Nullable ClusterSimulator populate(ApiServer server, EngineRuntime runtime) {
    if (pods == 0) {
      return null;
    }
    ClusterSimulator simulator = new ClusterSimulator(
        server,
        runtime,
        SimulatorOptions.DEFAULT
            .withPods(pods)
            .withNodes(Math.max(3, pods / 30))
            .withRate(rate == null ? DEFAULT_RATE : rate)
            .withSeed(seed));
    simulator.populate().join();
    return simulator;
  }

  private void misbehave(ApiServer server, EngineRuntime runtime) {
    if (failStatus != 0) {
      server.faults().add(Fault.status(failStatus, 1).probability(failProbability));
    }
    if (delayMillis > 0) {
      server.faults().add(Fault.delay(Duration.ofMillis(delayMillis)));
    }
    repeat(runtime, cutSeconds, server.faults()::closeWatches);
    repeat(runtime, compactSeconds, server.faults()::compact);
  }

  private void repeat(EngineRuntime runtime, int everySeconds, Runnable action) {
    if (everySeconds > 0) {
      var ignored = runtime.timers().schedule(Duration.ofSeconds(everySeconds), () -> {
        action.run();
        repeat(runtime, everySeconds, action);
      });
    }
  }

  private void announce(ApiServer server, Path file) {
    if (format == OutputFormat.JSON) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("url", server.url());
      json.put("kubeconfig", file.toString());
      json.put("pods", pods);
      output.jsonLine(json);
      return;
    }
    output.line("serving " + server.url() + (pods > 0 ? " with " + pods + " pods" : ""));
    output.line("kubeconfig " + file);
    output.note(
        "Try: kubectl --kubeconfig " + file + " get namespaces    (Ctrl-C ends the server)");
  }

  private void await() {
    try {
      TimeUnit.SECONDS.sleep(seconds == 0 ? Integer.MAX_VALUE : seconds);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
