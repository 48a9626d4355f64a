package dev.informant.verification.clients;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.runtime.EngineRuntime;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An embedded server with a small simulated cluster for a client to talk to: writes a kubeconfig to the path given
 * and serves until its standard input ends.
 */
public final class ServerCommand {
  private ServerCommand() {}

  public static void main(String[] arguments) throws IOException {
    EngineRuntime runtime = EngineRuntime.create("clients", 2);
    try (ApiServer server = ApiServer.builder().runtime(runtime).start();
        ClusterSimulator simulator = new ClusterSimulator(
            server, runtime, SimulatorOptions.DEFAULT.withNodes(3).withPods(15).withRate(0))) {
      simulator.populate().join();
      server.writeKubeconfig(Path.of(arguments[0]));
      System.out.println("serving at " + server.url());
      while (System.in.read() >= 0) {
        // whoever started this closes the stream when it is done
      }
    } finally {
      runtime.close();
    }
  }
}
