package dev.informant;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.util.LoggingLevel;

/**
 * How hard the Lincheck tests look. In the ordinary run the model checker plays the scenarios a test names,
 * each of them chosen to show one kind of mistake, and nothing by chance. {@code -Dinformant.lincheck=long}
 * adds many scenarios drawn by chance, explored more deeply, and real threads where a test has such a
 * check. The model checker alone by default: each change of method rewrites all classes anew.
 */
public final class Lincheck {
  /** Whether the large budget is asked for. */
  public static final boolean LONG = "long".equals(System.getProperty("informant.lincheck"));

  private Lincheck() {}

  /**
   * @param invocations interleavings tried of each scenario in the ordinary run
   */
  public static ModelCheckingOptions modelChecking(int invocations) {
    return new ModelCheckingOptions()
        .iterations(LONG ? 100 : 0)
        .invocationsPerIteration(LONG ? 3000 : invocations)
        .minimizeFailedScenario(LONG)
        .logLevel(LoggingLevel.ERROR);
  }

  /**
   * A scenario. An operation is written as its method's name and its arguments, which are ints: {@code
   * "put 1 2"}.
   *
   * @param before what one thread does first
   * @param parallel what each of the threads does then
   * @param after what one thread does last
   */
  public static ExecutionScenario scenario(
      Class<?> operations, List<String> before, List<List<String>> parallel, List<String> after) {
    return new ExecutionScenario(
        actors(operations, before),
        parallel.stream().map(thread -> actors(operations, thread)).toList(),
        actors(operations, after),
        /* validationFunction= */ validation(operations));
  }

  private static List<Actor> actors(Class<?> operations, List<String> calls) {
    return calls.stream().map(call -> actor(operations, call.split(" "))).toList();
  }

  private static Actor actor(Class<?> operations, String[] call) {
    List<Integer> arguments = Arrays.stream(call).skip(1).map(Integer::valueOf).toList();
    return new Actor(method(operations, call[0]), arguments);
  }

  private static Method method(Class<?> operations, String name) {
    return Arrays.stream(operations.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(
            String.format(Locale.ROOT, "%s has no operation %s", operations.getName(), name)));
  }

  private static Actor validation(Class<?> operations) {
    return Arrays.stream(operations.getDeclaredMethods())
        .filter(method ->
            method.isAnnotationPresent(org.jetbrains.lincheck.datastructures.Validate.class))
        .findFirst()
        .map(method -> new Actor(method, List.of()))
        .orElse(null);
  }
}
