package dev.informant.verification.controlplane;

import java.io.IOException;
import java.util.Optional;

/**
 * Starts a real control plane and keeps it until it is interrupted: {@code
 * verification/control-plane/start [--controllers]}. Prints the path of a kubeconfig.
 */
public final class ControlPlaneCommand {
  private ControlPlaneCommand() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Optional<Binaries> binaries = Binaries.find();
    if (binaries.isEmpty()) {
      System.err.println(
          "control-plane: not built on this machine; run verification/control-plane/build first");
      System.exit(3);
      return;
    }
    ControlPlane plane = ControlPlane.start(binaries.get());
    if (arguments.length > 0 && arguments[0].equals("--controllers")) {
      plane.startControllerManager();
    }
    System.out.println("server      " + plane.url(0));
    System.out.println("kubeconfig  " + plane.kubeconfig(0));
    System.out.println("ends with Ctrl-C");
    Thread.currentThread().join();
  }
}
