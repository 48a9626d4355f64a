package dev.informant.testkit;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints the log of a test only if the test, or the setup of its class, fails. JUnit finds this class as a service: it is
 * active in every module that has this jar on the class path of its tests, for tests of every engine.
 *
 * <p>A listener of the platform rather than an extension of Jupiter: it also sees the discovery of tests, failures of
 * whole classes and tests of other engines. May be called by any thread.
 */
public final class QuietTests implements LauncherSessionListener, TestExecutionListener {
  private static final CapturedLog OF_THIS_JVM = new CapturedLog(System.err);
  private static final AtomicBoolean HOOKED = new AtomicBoolean();

  private final CapturedLog log;
  private volatile boolean anyFailed;

  /** For the service loader. */
  public QuietTests() {
    this(OF_THIS_JVM);
  }

  QuietTests(CapturedLog log) {
    this.log = log;
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    log.install();
    if (HOOKED.compareAndSet(false, true)) {
      Runtime.getRuntime().addShutdownHook(new Thread(OF_THIS_JVM::exited));
    }
    session.getLauncher().registerTestExecutionListeners(this);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    log.install();
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      log.started(test.getUniqueId());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.FAILED) {
      anyFailed = true;
      log.failed(test.getUniqueId(), "Log of " + name(test) + ", which failed:");
    } else if (test.isTest()) {
      log.passed(test.getUniqueId());
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (anyFailed) {
      log.failed("", "Log after the last failed test, outside of tests:");
    }
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .map(source -> source instanceof MethodSource method
            ? method.getClassName() + "#" + method.getMethodName() + " " + test.getDisplayName()
            : source instanceof ClassSource type ? type.getClassName() : test.getDisplayName())
        .orElse(test.getDisplayName());
  }
}
