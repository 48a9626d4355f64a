package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.CommonOptions;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.HealthCheck;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.kubernetes.InformerOptions;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.source.BackoffPolicy;
import dev.informant.workqueue.WorkQueueBuilder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of options lists every option there is, and none that is not. */
@Timeout(60)
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @ParameterizedTest
  @ValueSource(
      classes = {
        SharedInformerFactoryBuilder.class,
        InformerOptions.class,
        KindInformer.class,
        SharedIndexInformerBuilder.class,
        HandlerOptions.class,
        WorkQueueBuilder.class,
        HealthCheck.class
      })
  void everyOptionHasARow(Class<?> type) throws IOException {
    Stream<Method> declared = Arrays.stream(type.getDeclaredMethods());
    Stream<Method> common = type == InformerOptions.class
        ? Arrays.stream(CommonOptions.class.getDeclaredMethods())
        : Stream.empty();
    Set<String> options = Stream.concat(declared, common)
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getReturnType() != Object.class) // of a type variable: an object
        .filter(method -> method.getReturnType().isAssignableFrom(type))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
    assertThat(rows(type.getSimpleName())).isEqualTo(options);
  }

  @ParameterizedTest
  @ValueSource(classes = BackoffPolicy.class)
  void everyPartOfAPolicyHasARow(Class<?> type) throws IOException {
    assertThat(rows(type.getSimpleName()))
        .isEqualTo(Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** The first words of the rows below the heading that names the class. */
  private static Set<String> rows(String name) throws IOException {
    Matcher section = Pattern.compile("\n## [^\n]*`" + name + "`\n(.*?)(\n## |$)", Pattern.DOTALL)
        .matcher(Files.readString(PAGE));
    assertThat(section.find()).as("a section about " + name).isTrue();
    Set<String> rows = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| `(\\w+)").matcher(section.group(1));
    while (row.find()) {
      rows.add(row.group(1));
    }
    return rows;
  }
}
