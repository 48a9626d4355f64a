package dev.informant.verification.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/** Starts the control plane when first asked for, and stops it after the last test; a failed test keeps its logs. */
final class RealClusterExtension
    implements ExecutionCondition, ParameterResolver, AfterEachCallback, AfterAllCallback {
  private record Shared(ControlPlane plane) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      plane.close();
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Binaries.find().isPresent()
        ? ConditionEvaluationResult.enabled("kube-apiserver is built")
        : ConditionEvaluationResult.disabled(
            "no kube-apiserver here: run verification/control-plane/build (needs Go)");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ControlPlane.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(RealClusterExtension.class))
        .computeIfAbsent(Shared.class, ignored -> start(), Shared.class)
        .plane();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    keepLogsOfAFailure(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    keepLogsOfAFailure(context);
  }

  private static void keepLogsOfAFailure(ExtensionContext context) {
    Shared shared = context
        .getRoot()
        .getStore(Namespace.create(RealClusterExtension.class))
        .get(Shared.class, Shared.class);
    boolean failed = context
        .getExecutionException()
        .filter(failure -> !(failure instanceof TestAbortedException))
        .isPresent();
    if (shared != null && failed) {
      shared.plane().keepLogs();
    }
  }

  private static Shared start() {
    Optional<Binaries> binaries = Binaries.find();
    try {
      return new Shared(ControlPlane.start(binaries.orElseThrow()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the control plane started", interrupted);
    }
  }
}
