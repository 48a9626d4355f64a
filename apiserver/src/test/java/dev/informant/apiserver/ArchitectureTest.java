package dev.informant.apiserver;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLDecoder;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The directions between the packages of the server, and what keeps its core repeatable. */
@Timeout(120)
class ArchitectureTest {
  private static final String TOP = "dev.informant.apiserver";
  private static final JavaClasses SERVER = server();

  /**
   * What each package may use of the others; {@code (top)} is that of {@code ApiServer}, those with a plus are API, the others
   * are below {@code internal}.
   */
  private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
      rule("(top)", "+faults", "content", "core", "faults", "http", "registry", "storage", "tls"),
      rule("+faults"),
      rule("+junit", "(top)", "+faults"),
      rule("+simulator", "(top)", "core", "storage"),
      rule("http", "core", "status"),
      rule("faults", "+faults", "core", "http", "registry", "status", "storage", "values"),
      rule("content", "core", "kinds", "registry", "status", "storage", "values"),
      rule(
          "core",
          "definition",
          "discovery",
          "kinds",
          "patch",
          "registry",
          "schema",
          "selector",
          "status",
          "storage",
          "values"),
      rule("kinds", "schema", "status", "storage", "values"),
      rule("definition", "schema", "status", "values"),
      rule("schema", "status", "storage", "values"),
      rule("discovery", "registry", "schema", "storage"),
      rule("registry", "kinds", "schema", "status", "values"),
      rule("patch", "schema", "values"),
      rule("storage", "values"),
      rule("selector", "values"),
      rule("values"),
      rule("status"),
      rule("tls"));

  private static Map.Entry<String, List<String>> rule(String name, String... others) {
    return Map.entry(
        packageOf(name), Stream.of(others).map(ArchitectureTest::packageOf).toList());
  }

  /** Where sockets are opened, secured, and where a server is put together. */
  private static final String[] OUTSIDE = {TOP, TOP + ".internal.http", TOP + ".internal.tls"};

  private static final DescribedPredicate<JavaClass> SOCKETS = resideInAnyPackage(
          "java.net",
          "java.net.http..",
          "java.nio.channels..",
          "javax.net..",
          "org.eclipse.jetty..")
      .and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(
          URI.class, URISyntaxException.class, URL.class, URLDecoder.class)))
      .as("sockets");

  /** The names of what the server uses suffice; to read all of it would take most of a minute. */
  private static JavaClasses server() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    try {
      return new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(TOP);
    } finally {
      ArchConfiguration.get().reset();
    }
  }

  private static String packageOf(String name) {
    return name.equals("(top)")
        ? TOP
        : name.startsWith("+") ? TOP + "." + name.substring(1) : TOP + ".internal." + name;
  }

  private static Set<String> packages() {
    Set<String> names = new TreeSet<>();
    SERVER.forEach(seen -> names.add(seen.getPackageName()));
    return names;
  }

  @Test
  void theRulesSeeTheServerAndNameEveryPackage() {
    assertThat(SERVER).isNotEmpty();
    assertThat(MAY_USE.keySet()).isEqualTo(packages());
  }

  @Test
  void aPackageUsesOnlyWhatItMay() {
    MAY_USE.forEach((name, others) -> {
      List<String> known = new ArrayList<>(others);
      known.add(name);
      noClasses()
          .that()
          .resideInAPackage(name)
          .should()
          .dependOnClassesThat(resideInAPackage(TOP + "..")
              .and(resideOutsideOfPackages(known.toArray(String[]::new))))
          .check(SERVER);
    });
  }

  @Test
  void theRulesAllowNothingThatIsNotUsed() {
    MAY_USE.forEach((name, others) -> {
      Set<String> used = new TreeSet<>();
      SERVER.stream()
          .filter(seen -> seen.getPackageName().equals(name))
          .flatMap(seen -> seen.getDirectDependenciesFromSelf().stream())
          .forEach(dependency -> used.add(dependency.getTargetClass().getPackageName()));
      assertThat(used).as(name).containsAll(others);
    });
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(TOP + ".internal.(*)..").should().beFreeOfCycles().check(SERVER);
    noClasses()
        .that()
        .resideInAPackage(TOP + ".internal..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(TOP, TOP + ".junit..", TOP + ".simulator..")
        .check(SERVER);
  }

  @Test
  void ofTheOtherModulesOnlyTheRuntimeIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("dev.informant..")
            .and(resideOutsideOfPackages(TOP + "..", "dev.informant.runtime")))
        .check(SERVER);
  }

  @Test
  void whatAnswersRequestsKnowsNeitherSocketsNorFiles() {
    noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE)
        .should()
        .dependOnClassesThat(SOCKETS)
        .orShould()
        .dependOnClassesThat(resideInAPackage("java.nio.file.."))
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.io\\.(File.*|RandomAccessFile)")
        .check(SERVER);
  }

  @Test
  void onlyTheFrontsUseSocketsOfALibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(TOP + ".internal.http")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(SERVER);
  }

  @Test
  void timeAndThreadsComeFromTheRuntime() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Clock.class)
        .orShould()
        .callConstructorWhere(DescribedPredicate.describe(
            "a thread is made", call -> call.getTargetOwner().isAssignableTo(Thread.class)))
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Executors.class, ForkJoinPool.class, ThreadPoolExecutor.class, Timer.class)
        .check(SERVER);
  }

  @Test
  void randomnessOfTheCoreComesFromTheRuntime() {
    noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE)
        .should()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, SecureRandom.class, ThreadLocalRandom.class)
        .check(SERVER);
  }

  @Test
  void loggingGoesThroughTheSystemLogger() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.slf4j..")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(SERVER);
  }

  @Test
  void everyPackageIsNullMarked() {
    for (String name : packages()) {
      assertThat(SERVER.getPackage(name).isAnnotatedWith(NullMarked.class))
          .as(name)
          .isTrue();
    }
  }
}
