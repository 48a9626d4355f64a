package dev.informant.verification.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A kube-apiserver on an etcd of its own: random loopback ports, own certificates and tokens, own
 * directory. Closing it ends the processes and removes the directory, unless {@link #keepLogs} was called; after a
 * failed start the directory with the logs stays and is named, too. Not thread-safe.
 */
public final class ControlPlane implements AutoCloseable {
  /** A user without any rights but those that a test grants. */
  public static final String GUEST = "guest";

  private static final Duration START = Duration.ofMinutes(4);
  private static final int STARTS = 3;

  private final Binaries binaries;
  private final WorkDirectory work;
  private final Path directory;
  private final String token;
  private final String guestToken;
  private final int etcdPort;
  private final List<String> extraFlags;
  private final List<ApiServerProcess> apiServers = new ArrayList<>();
  private final Etcd etcd;
  private @Nullable ServerProcess controllerManager;

  /** One kube-apiserver. */
  private record ApiServerProcess(int port, ServerProcess process) {}

  private ControlPlane(
      Binaries binaries,
      WorkDirectory work,
      String token,
      String guestToken,
      int etcdPort,
      List<String> extraFlags,
      Etcd etcd) {
    this.binaries = binaries;
    this.work = work;
    this.directory = work.path();
    this.token = token;
    this.guestToken = guestToken;
    this.etcdPort = etcdPort;
    this.extraFlags = extraFlags;
    this.etcd = etcd;
  }

  /** Starts etcd and one kube-apiserver with {@code apiServerFlags} added, and waits until it is ready. */
  public static ControlPlane start(Binaries binaries, String... apiServerFlags)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return startOnce(binaries, apiServerFlags);
      } catch (IOException failure) {
        // Somebody else may have taken a port between the look at it and its use.
        if (tries == STARTS || ServerProcess.isShuttingDown()) {
          throw failure;
        }
      }
    }
  }

  private static ControlPlane startOnce(Binaries binaries, String... apiServerFlags)
      throws IOException, InterruptedException {
    WorkDirectory work = WorkDirectory.create("informant-control-plane", System.out);
    try {
      return startIn(work, binaries, apiServerFlags);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      if (ServerProcess.isShuttingDown()) {
        work.close(); // its logs show a start that was interrupted
      } else {
        System.out.println("control plane: logs of a failed start are in " + work.path());
      }
      throw failure;
    }
  }

  private static ControlPlane startIn(
      WorkDirectory work, Binaries binaries, String... apiServerFlags)
      throws IOException, InterruptedException {
    Path directory = work.path();
    String token = newToken();
    String guestToken = newToken();
    Files.writeString(
        directory.resolve("tokens.csv"),
        token + ",admin,admin,\"system:masters\"\n" + guestToken + "," + GUEST + "," + GUEST
            + "\n");
    writeServiceAccountKey(directory.resolve("sa.key"));
    int client = FreePorts.next();
    String clientUrl = "http://127.0.0.1:" + client;
    String peerUrl = "http://127.0.0.1:" + FreePorts.next();
    Etcd etcd = Etcd.start(binaries.program("etcd"), directory, clientUrl, peerUrl);
    ControlPlane plane =
        new ControlPlane(binaries, work, token, guestToken, client, List.of(apiServerFlags), etcd);
    try {
      plane.startApiServer();
      return plane;
    } catch (IOException | InterruptedException | RuntimeException failure) {
      plane.stopProcesses();
      throw failure;
    }
  }

  /** Starts one more kube-apiserver on the same etcd; returns its index. */
  public int startApiServer() throws IOException, InterruptedException {
    int index = apiServers.size();
    startApiServer(index, FreePorts.next());
    return index;
  }

  private void startApiServer(int index, int port) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(
        binaries.program("kube-apiserver").toString(),
        "--etcd-servers=http://127.0.0.1:" + etcdPort,
        "--cert-dir=" + directory.resolve("certificates"),
        "--secure-port=" + port,
        "--bind-address=127.0.0.1",
        "--authorization-mode=RBAC",
        "--disable-admission-plugins=ServiceAccount",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--allow-privileged=true",
        "--service-account-issuer=https://127.0.0.1/",
        "--service-account-key-file=" + directory.resolve("sa.key"),
        "--service-account-signing-key-file=" + directory.resolve("sa.key"),
        "--token-auth-file=" + directory.resolve("tokens.csv")));
    command.addAll(extraFlags);
    ServerProcess process = ServerProcess.start(
        "kube-apiserver", directory.resolve("kube-apiserver-" + index + ".log"), command);
    ApiServerProcess started = new ApiServerProcess(port, process);
    if (index < apiServers.size()) {
      apiServers.set(index, started);
    } else {
      apiServers.add(started);
    }
    awaitReady(index);
  }

  /** Ends a kube-apiserver as SIGKILL does. */
  public void killApiServer(int index) throws InterruptedException {
    apiServers.get(index).process().kill();
  }

  /** Starts a killed kube-apiserver again, on its port, and waits until it is ready. */
  public void restartApiServer(int index) throws IOException, InterruptedException {
    startApiServer(index, apiServers.get(index).port());
  }

  /** Starts kube-controller-manager with the controllers that need no cloud and no kubelet. */
  public void startControllerManager() throws IOException {
    controllerManager = ServerProcess.start(
        "kube-controller-manager",
        directory.resolve("kube-controller-manager.log"),
        List.of(
            binaries.program("kube-controller-manager").toString(),
            "--kubeconfig=" + kubeconfig(0),
            "--service-account-private-key-file=" + directory.resolve("sa.key"),
            "--leader-elect=false",
            "--kube-api-qps=500", // thousands of pods are made in a minute
            "--kube-api-burst=1000",
            "--bind-address=127.0.0.1",
            "--secure-port=" + FreePorts.next(),
            "--controllers=deployment-controller,replicaset-controller,namespace-controller,"
                + "garbage-collector-controller,job-controller,statefulset-controller"));
  }

  public URI url(int index) {
    return URI.create("https://127.0.0.1:" + apiServers.get(index).port());
  }

  /** The bearer token of a member of system:masters. */
  public String adminToken() {
    return token;
  }

  /** The bearer token of {@link #GUEST}. */
  public String guestToken() {
    return guestToken;
  }

  /** The etcd client address. */
  public URI etcdUrl() {
    return URI.create("http://127.0.0.1:" + etcdPort);
  }

  /** PEM of the certificate to trust for one kube-apiserver; all have the same. */
  public String certificate(int index) throws IOException {
    if (index >= apiServers.size()) {
      throw new IllegalArgumentException("there is no kube-apiserver " + index);
    }
    return Files.readString(certificateFile());
  }

  private Path certificateFile() {
    return directory.resolve("certificates").resolve("apiserver.crt");
  }

  /** Trusts the kube-apiservers, and nobody else. */
  public SSLContext trust(int index) throws IOException {
    try {
      return trusting(certificate(index));
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException("kube-apiserver wrote an unusable certificate", broken);
    }
  }

  /** The process of one kube-apiserver. */
  public long apiServerPid(int index) {
    return apiServers.get(index).process().pid();
  }

  /** Where everything is kept. */
  public Etcd etcd() {
    return etcd;
  }

  /** The process of etcd. */
  public long etcdPid() {
    return etcd.pid();
  }

  /** Where the logs are, and where those who use it may put theirs. */
  public Path directory() {
    return directory;
  }

  /** Something has failed: closing leaves the directory where it is, and says where. */
  public void keepLogs() {
    work.keep();
  }

  /** The path of a kubeconfig for one kube-apiserver. */
  public Path kubeconfig(int index) throws IOException {
    return kubeconfig(index, url(index), token);
  }

  /** A kubeconfig for one kube-apiserver at another address, such as that of a proxy, as a given user. */
  public Path kubeconfig(int index, URI address, String userToken) throws IOException {
    Path file = directory.resolve(
        "kubeconfig-" + index + "-" + Integer.toHexString(Objects.hash(address, userToken)));
    String ca =
        Base64.getEncoder().encodeToString(certificate(index).getBytes(StandardCharsets.UTF_8));
    Files.writeString(file, """
        apiVersion: v1
        kind: Config
        clusters:
        - name: real
          cluster: {server: "%s", certificate-authority-data: "%s"}
        users:
        - name: admin
          user: {token: "%s"}
        contexts:
        - name: real
          context: {cluster: real, user: admin}
        current-context: real
        """.formatted(address, ca, userToken));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  /** Runs kubectl against the first kube-apiserver and returns what it printed. */
  public String kubectl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(
        binaries.program("kubectl").toString(),
        "--kubeconfig=" + kubeconfig(0),
        "--cache-dir=" + directory.resolve("kubectl-cache")));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output;
    try (InputStream stream = process.getInputStream()) {
      output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(
          "kubectl " + String.join(" ", arguments) + " failed: " + output.strip());
    }
    return output;
  }

  private void awaitReady(int index) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    ServerProcess process = apiServers.get(index).process();
    while (System.nanoTime() < deadline) {
      for (ServerProcess needed : List.of(etcd.process(), process)) {
        if (!needed.isAlive()) {
          throw new IOException(needed + " ended while starting:\n" + needed.logTail());
        }
      }
      if (answers(index, "/readyz") && answers(index, "/api/v1/namespaces/default")) {
        return;
      }
      Thread.sleep(200);
    }
    throw new IOException(process + " was not ready after " + START + ":\n" + process.logTail());
  }

  private boolean answers(int index, String path) throws InterruptedException {
    if (!Files.exists(certificateFile())) {
      return false;
    }
    try {
      HttpClient client =
          HttpClient.newBuilder().sslContext(trusting(certificate(index))).build();
      HttpResponse<Void> answer = client.send(
          HttpRequest.newBuilder(url(index).resolve(path))
              .timeout(Duration.ofSeconds(15))
              .header("Authorization", "Bearer " + token)
              .build(),
          HttpResponse.BodyHandlers.discarding());
      return answer.statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException("kube-apiserver wrote an unusable certificate", broken);
    }
  }

  /** A TLS context that trusts the certificates of {@code pem}. */
  public static SSLContext trusting(String pem) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int index = 0;
    try (InputStream in = new java.io.ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))) {
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("ca-" + index++, certificate);
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  private static void writeServiceAccountKey(Path file) throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
      Files.writeString(
          file,
          "-----BEGIN PRIVATE KEY-----\n"
              + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
              + "\n-----END PRIVATE KEY-----\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has RSA", impossible);
    }
  }

  private static String newToken() {
    return HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
  }

  private void stopProcesses() {
    ServerProcess manager = controllerManager;
    if (manager != null) {
      manager.close();
    }
    for (ApiServerProcess server : apiServers) {
      server.process().close();
    }
    etcd.close();
  }

  @Override
  public void close() throws IOException {
    stopProcesses();
    work.close();
  }
}
