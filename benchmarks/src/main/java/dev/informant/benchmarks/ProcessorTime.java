package dev.informant.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds to each benchmark the processor time of the whole process for each operation, with collector and
 * compiler: what a user pays, and the only figure that means something while other programs run.
 */
public final class ProcessorTime implements InternalProfiler {
  static final String LABEL = "cpu";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "processor time of the process for each operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = system.getProcessCpuTime();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = system.getProcessCpuTime() - before;
    double unit = benchmark.getTimeUnit().convert(1, TimeUnit.SECONDS) / 1e9;
    return List.of(new ScalarResult(
        LABEL,
        nanos * unit / Math.max(1, result.getMetadata().getAllOps()),
        benchmark.getTimeUnit() == TimeUnit.MILLISECONDS ? "ms/op" : "ns/op",
        AggregationPolicy.AVG));
  }
}
