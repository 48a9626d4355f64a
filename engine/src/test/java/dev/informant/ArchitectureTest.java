package dev.informant;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.informant.log.QuietLog;
import dev.informant.queue.KnownObjects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The directions of dependencies and the house rules that a compiler does not check. */
@Timeout(120)
class ArchitectureTest {
  private static final JavaClasses ENGINE = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .withImportOption(location -> !location.contains("testkit"))
      .importPackages("dev.informant");

  @Test
  void theRulesSeeTheEngine() {
    assertThat(ENGINE.size()).isGreaterThanOrEqualTo(60);
    assertThat(packages())
        .contains(
            "dev.informant.informer",
            "dev.informant.internal.archive",
            "dev.informant.internal.compact",
            "dev.informant.internal.source",
            "dev.informant.internal.store",
            "dev.informant.log",
            "dev.informant.object",
            "dev.informant.queue",
            "dev.informant.runtime",
            "dev.informant.source",
            "dev.informant.store",
            "dev.informant.testing",
            "dev.informant.workqueue");
  }

  private static Set<String> packages() {
    Set<String> names = new TreeSet<>();
    ENGINE.forEach(seen -> names.add(seen.getPackageName()));
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "log, ''",
    "object, ''",
    "internal.compact, object",
    "internal.archive, internal.compact object store",
    "internal.runtime, ''",
    "runtime, internal.runtime",
    "queue, object",
    "source, internal.source object queue runtime",
    "internal.options, ''",
    "internal.source, source object queue runtime internal.options",
    "store, internal.store object queue runtime",
    "internal.store, store object queue runtime",
    "workqueue, runtime",
    "informer, object queue runtime source store workqueue internal.options internal.source internal.store",
  })
  void aPackageUsesOnlyWhatItMay(String name, String others) {
    DescribedPredicate<JavaClass> foreign = resideInAPackage("dev.informant..")
        .and(resideOutsideOfPackage("dev.informant." + name + ".."))
        .and(resideOutsideOfPackage("dev.informant.log")); // everybody may log
    for (String other : others.split(" ")) {
      if (!other.isEmpty()) {
        foreign = foreign.and(resideOutsideOfPackage("dev.informant." + other + ".."));
      }
    }
    noClasses()
        .that()
        .resideInAPackage("dev.informant." + name + "..")
        .should()
        .dependOnClassesThat(foreign)
        .check(ENGINE);
  }

  @Test
  void theStoreKnowsOnlyTheKnownObjectsOfTheQueue() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.informant.store..", "dev.informant.internal.store..")
        .should()
        .dependOnClassesThat(resideInAPackage("dev.informant.queue..")
            .and(DescribedPredicate.not(JavaClass.Predicates.type(KnownObjects.class))))
        .check(ENGINE);
  }

  /** A package and the one of the same name below {@code internal} are two halves of one slice. */
  private static final SliceAssignment HALVES = new SliceAssignment() {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass each) {
      return SliceIdentifier.of(
          each.getPackageName().replace("dev.informant.internal.", "dev.informant."));
    }

    @Override
    public String getDescription() {
      return "packages with their hidden halves";
    }
  };

  @Test
  void packagesHaveNoCycles() {
    slices().assignedFrom(HALVES).should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void onlyTheRuntimeReadsTheClockStartsThreadsOrSleeps() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.informant.runtime")
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callConstructorWhere(DescribedPredicate.describe(
            "a thread is made", call -> call.getTargetOwner().isAssignableTo(Thread.class)))
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(
            Executors.class,
            java.util.concurrent.ForkJoinPool.class,
            java.util.concurrent.ThreadPoolExecutor.class,
            java.util.Timer.class)
        .check(ENGINE);
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
        .check(ENGINE);
  }

  @Test
  void everyLogIsOneThatDoesNotThrow() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(QuietLog.class)
        .should()
        .callMethod(System.class, "getLogger", String.class)
        .check(ENGINE);
  }

  @Test
  void theEngineStandsOnTheJdkAlone() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("dev.informant..", "java..", "jdk.jfr..", "org.jspecify..")
        .check(ENGINE);
  }

  @Test
  void everyPackageIsNullMarked() {
    for (String name : packages()) {
      assertThat(ENGINE.getPackage(name).isAnnotatedWith(NullMarked.class))
          .as(name)
          .isTrue();
    }
  }

  @Test
  void publicClassesAreFinalOrMadeToBeExtended() {
    classes()
        .that()
        .arePublic()
        .and()
        .areNotInterfaces()
        .and()
        .areNotEnums()
        .should()
        .haveModifier(JavaModifier.FINAL)
        .orShould()
        .haveModifier(JavaModifier.ABSTRACT)
        .orShould(com.tngtech.archunit.lang.ArchCondition.from(DescribedPredicate.describe(
            "be sealed", candidate -> candidate.reflect().isSealed())))
        .check(ENGINE);
  }
}
