package dev.informant.apiserver.internal.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages name every knob, and what can be done in Java can be done over HTTP. */
class KnobPagesTest {
  private static final Path DOCS = Path.of("..", "docs");

  /** What {@link Faults} only tells. */
  private static final List<String> READERS = List.of("hits", "inPlace", "openWatches");

  private static String page(String name) throws IOException {
    return Files.readString(DOCS.resolve(name));
  }

  private static Set<String> methods(Class<?> type, Predicate<Method> which) {
    Set<String> names = new TreeSet<>();
    Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(which)
        .forEach(method -> names.add(method.getName()));
    return names;
  }

  /** In code: {@code `name`}, {@code `name(…)`}, {@code `Fault.name(…)`}, {@code `name`/`other`}. */
  private static void assertNamed(String page, Collection<String> names) throws IOException {
    String text = page(page);
    assertThat(names)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(
                Pattern.compile("`(Fault\\.)?" + name + "[`(]").matcher(text).find())
            .as(page + " names " + name)
            .isTrue());
  }

  @Test
  void pageOfTheServerNamesEveryOptionOfItsBuilder() throws Exception {
    Set<String> options =
        methods(ApiServerBuilder.class, method -> method.getReturnType() == ApiServerBuilder.class);
    assertNamed("apiserver.md", options);
  }

  @Test
  void pageOfTestsNamesEveryFaultAndWhatNarrowsIt() throws Exception {
    Set<String> faults = methods(
        Fault.class,
        method -> method.getReturnType() == Fault.class && !method.getName().equals("of"));
    assertNamed("testing.md", faults);
  }

  @Test
  void pageOfTestsNamesEveryKnobAndWhatCanBeRead() throws Exception {
    Set<String> all = methods(Faults.class, method -> true);
    assertThat(all).containsAll(READERS);
    assertNamed("testing.md", all);
  }

  @Test
  void pageOfTestsNamesEveryAttributeOfTheAnnotation() throws Exception {
    assertNamed("testing.md", methods(ApiServerTest.class, method -> true));
  }

  @Test
  void everyKnobIsAnActionOfTheAdminEndpoint() {
    Set<String> knobs = methods(Faults.class, method -> true);
    knobs.removeAll(READERS);
    knobs.remove("add"); // POST /faults
    knobs.remove("acceptConnections"); // nobody could ask for it: refuseConnections takes a time
    assertThat(AdminEndpoint.ACTIONS.keySet()).isEqualTo(knobs);
  }

  @Test
  void everyEffectCanBePutInPlaceByItsName() {
    Set<String> effects = new TreeSet<>();
    for (Class<?> effect : Effect.class.getPermittedSubclasses()) {
      String type = effect.getSimpleName();
      effects.add(Character.toLowerCase(type.charAt(0)) + type.substring(1));
    }
    assertThat(FaultForm.EFFECTS.keySet()).isEqualTo(effects);
  }

  @Test
  void pageOfTestsNamesEveryEffectAndActionWithItsFields() throws Exception {
    for (Map<String, List<String>> forms : List.of(FaultForm.EFFECTS, AdminEndpoint.ACTIONS)) {
      assertNamed("testing.md", forms.keySet());
      for (List<String> fields : forms.values()) {
        if (!fields.isEmpty()) {
          assertNamed("testing.md", fields);
        }
      }
    }
  }
}
