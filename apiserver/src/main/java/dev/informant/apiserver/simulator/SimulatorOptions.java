package dev.informant.apiserver.simulator;

/**
 * How large and how busy a simulated cluster is. Immutable.
 *
 * @param changesPerSecond writes, on average; 0 for a cluster that stands still
 * @param podBytes how large the JSON of a pod is, about; below some 6000 it cannot go
 * @param seed of everything that is random
 */
public record SimulatorOptions(
    int nodes,
    int namespaces,
    int deployments,
    int podsPerDeployment,
    double changesPerSecond,
    int podBytes,
    long seed) {
  /** Ten nodes and a hundred pods, ten changes a second. */
  public static final SimulatorOptions DEFAULT = new SimulatorOptions(10, 4, 20, 5, 10, 9500, 1);

  public SimulatorOptions {
    if (nodes < 1 || namespaces < 1 || deployments < 0 || podsPerDeployment < 0) {
      throw new IllegalArgumentException(
          "a cluster needs a node and a namespace, and no negative sizes");
    }
    if (!(changesPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "changesPerSecond must not be negative: " + changesPerSecond);
    }
  }

  /** So many pods, in deployments of the same size as before. */
  public SimulatorOptions withPods(int pods) {
    int each = Math.max(1, podsPerDeployment);
    return new SimulatorOptions(
        nodes, namespaces, (pods + each - 1) / each, each, changesPerSecond, podBytes, seed);
  }

  public SimulatorOptions withNodes(int number) {
    return new SimulatorOptions(
        number, namespaces, deployments, podsPerDeployment, changesPerSecond, podBytes, seed);
  }

  public SimulatorOptions withRate(double perSecond) {
    return new SimulatorOptions(
        nodes, namespaces, deployments, podsPerDeployment, perSecond, podBytes, seed);
  }

  public SimulatorOptions withPodBytes(int bytes) {
    return new SimulatorOptions(
        nodes, namespaces, deployments, podsPerDeployment, changesPerSecond, bytes, seed);
  }

  public SimulatorOptions withSeed(long number) {
    return new SimulatorOptions(
        nodes, namespaces, deployments, podsPerDeployment, changesPerSecond, podBytes, number);
  }
}
