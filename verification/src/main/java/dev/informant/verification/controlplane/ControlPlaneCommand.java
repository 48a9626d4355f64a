package dev.informant.verification.controlplane;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Starts a real control plane, with kube-controller-manager, and keeps it until it is interrupted: {@code
 * verification/control-plane/start}. Prints the path of a kubeconfig. Its directory is removed at the end.
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
    // Before the start: a signal during it waits for its end.
    CompletableFuture<ControlPlane> started = new CompletableFuture<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started)));
    ControlPlane plane;
    try {
      plane = ControlPlane.start(binaries.get());
    } catch (Throwable failure) {
      started.completeExceptionally(failure);
      throw failure;
    }
    try {
      plane.startControllerManager();
    } finally {
      started.complete(plane);
    }
    System.out.println("server      " + plane.url(0));
    System.out.println("kubeconfig  " + plane.kubeconfig(0));
    System.out.println("press Ctrl-C to stop it and to remove its directory");
    Thread.currentThread().join();
  }

  private static void stop(CompletableFuture<ControlPlane> started) {
    try {
      started.join().close();
    } catch (CompletionException notStarted) {
      // the start has removed its directory
    } catch (IOException left) {
      System.err.println("control-plane: its directory was not removed: " + left.getMessage());
    }
  }
}
