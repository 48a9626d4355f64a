/** A deployment: what its pods have in common. */
final class Workload {
  private static final int NAMESPACES = 40;
  private static final String REGISTRY = "registry.internal.example.com/";
  private static final String[] DOMAINS = {
    "checkout", "payments", "catalog", "search", "inventory", "shipping", "billing", "identity", "notify", "gateway",
    "pricing", "reviews", "recommend", "fraud", "ledger", "session", "media", "export", "audit", "report"
  };
  private static final String[] ROLES = {
    "api", "worker", "consumer", "frontend", "cron", "proxy", "indexer", "sync", "cache", "scheduler", "grpc", "web",
    "batch", "stream", "admin"
  };

  static final String SIDECAR_IMAGE = REGISTRY + "platform/telemetry-agent:v0.92.1";
  static final String SIDECAR_IMAGE_ID =
      REGISTRY + "platform/telemetry-agent@sha256:" + "9b1f2c3d".repeat(8);

  String namespace;
  String name;
  String templateHash;
  String replicaSet;
  String replicaSetUid;
  String version;
  String image;
  String imageId;
  String team;
  String serviceAccount;
  String configChecksum;
  String created;
  int port;
  boolean hasSidecar;
  boolean hasInitContainer;
  boolean hasAntiAffinity;
  boolean isSpread;
  boolean hasTls;
  boolean hasLivenessProbe;
  boolean isHardened;
  boolean hasMetricsPort;
  String[][] environment;
  String cpuRequest;
  String cpuLimit;
  String memoryRequest;
  String memoryLimit;

  private Workload() {}

  static Workload draw(int number, Draws draws) {
    Workload made = new Workload();
    String domain = DOMAINS[number % DOMAINS.length];
    String role = ROLES[number / DOMAINS.length % ROLES.length];
    String stage = number % 3 == 0 ? "prod-" : number % 3 == 1 ? "staging-" : "team-";
    made.namespace = stage + DOMAINS[number * 7 % NAMESPACES % DOMAINS.length];
    made.name = domain + "-" + role;
    made.templateHash = draws.letters(10);
    made.replicaSet = made.name + "-" + made.templateHash;
    made.replicaSetUid = draws.uid();
    made.version = "v" + (1 + draws.below(4)) + "." + draws.below(30) + "." + draws.below(10);
    made.image = REGISTRY + domain + "/" + made.name + ":" + made.version;
    made.imageId = REGISTRY + domain + "/" + made.name + "@sha256:" + draws.hex(64);
    made.hasSidecar = draws.ofTen(2);
    made.hasInitContainer = draws.ofTen(1);
    made.hasAntiAffinity = draws.ofTen(3);
    made.isSpread = draws.ofTen(2);
    made.hasTls = draws.ofTen(3);
    made.hasLivenessProbe = draws.coin();
    made.isHardened = draws.ofTen(4);
    made.hasMetricsPort = draws.ofTen(3);
    made.team = "team-" + DOMAINS[draws.below(DOMAINS.length)];
    made.serviceAccount = draws.below(3) == 0 ? "default" : made.name;
    made.configChecksum = draws.hex(64);
    made.port = 8000 + draws.below(900);
    int variables = 1 + draws.below(3);
    made.created = draws.timeOf(draws.below(280));
    made.drawEnvironment(domain, role, variables, draws);
    int processors = 1 + draws.below(8);
    made.cpuRequest = processors * 100 + "m";
    made.cpuLimit = processors * 250 + "m";
    int memory = 1 + draws.below(8);
    made.memoryRequest = memory * 128 + "Mi";
    made.memoryLimit = memory * 256 + "Mi";
    return made;
  }

  private void drawEnvironment(String domain, String role, int variables, Draws draws) {
    String[][] all = {
      {"LOG_LEVEL", "info"},
      {"JAVA_OPTS", "-XX:MaxRAMPercentage=75 -XX:+ExitOnOutOfMemoryError"},
      {"DB_HOST", domain + "-db-rw." + namespace + ".svc.cluster.local"},
    };
    for (int bound : new int[] {50, 600, 5000, 3}) {
      draws.below(bound); // of variables that no pod has any more
    }
    environment = new String[variables][];
    System.arraycopy(all, 0, environment, 0, variables);
  }
}
