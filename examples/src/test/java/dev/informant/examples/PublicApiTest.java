package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The public API is what the files in {@code api} say. A change that is meant is accepted with {@code
 * -Dapi.accept}, which writes them anew.
 */
@Timeout(120)
class PublicApiTest {
  private static final Path FILES = Path.of("..", "api");

  /** A library: a class of it, and its packages that are API. */
  record Library(String name, Class<?> member, List<String> packages) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Library> libraries() {
    return List.of(
        new Library(
            "informant-engine",
            SharedIndexInformer.class,
            List.of(
                "informer",
                "object",
                "queue",
                "runtime",
                "source",
                "store",
                "testing",
                "workqueue")),
        new Library(
            "informant-kubernetes",
            SharedInformerFactory.class,
            List.of(
                "kubernetes",
                "kubernetes.codec",
                "kubernetes.discovery",
                "kubernetes.informers",
                "kubernetes.transport")),
        new Library(
            "informant-apiserver",
            ApiServer.class,
            List.of("apiserver", "apiserver.faults", "apiserver.junit", "apiserver.simulator")),
        new Library("informant-metrics", InformerMetrics.class, List.of("metrics")));
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void theApiIsAsWritten(Library library) throws Exception {
    List<String> present = new ArrayList<>();
    for (Class<?> type : types(library)) {
      present.addAll(describe(type));
    }
    Path file = FILES.resolve(library.name() + ".txt");
    if (System.getProperty("api.accept") != null) {
      Files.createDirectories(FILES);
      Files.write(file, present);
    }
    assertThat(file).exists();
    List<String> written = Files.readAllLines(file);
    Set<String> added = new TreeSet<>(present);
    written.forEach(added::remove);
    Set<String> removed = new TreeSet<>(written);
    present.forEach(removed::remove);
    assertThat(Map.of("added", added, "removed", removed))
        .as(
            "the API of %s has changed; if it is meant to, run this test with -Dapi.accept and"
                + " commit %s (docs/releasing.md)",
            library.name(), file)
        .isEqualTo(Map.of("added", Set.of(), "removed", Set.of()));
  }

  private static List<Class<?>> types(Library library)
      throws IOException, URISyntaxException, ClassNotFoundException {
    URI place =
        library.member().getProtectionDomain().getCodeSource().getLocation().toURI();
    List<Class<?>> types = new ArrayList<>();
    if (Files.isDirectory(Path.of(place))) {
      collect(Path.of(place), library, types);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
        collect(jar.getPath("/"), library, types);
      }
    }
    return types;
  }

  private static void collect(Path root, Library library, List<Class<?>> types)
      throws IOException, ClassNotFoundException {
    for (String name : library.packages()) {
      Path folder = root.resolve("dev/informant/" + name.replace('.', '/'));
      List<String> names;
      try (Stream<Path> files = Files.list(folder)) {
        names = files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".class") && !file.contains("-info"))
            .map(file -> file.substring(0, file.length() - ".class".length()))
            .sorted()
            .toList();
      }
      for (String simple : names) {
        Class<?> type = Class.forName(
            "dev.informant." + name + '.' + simple,
            /* initialize= */ false,
            PublicApiTest.class.getClassLoader());
        if (isVisible(type)) {
          types.add(type);
        }
      }
    }
  }

  private static boolean isVisible(Class<?> type) {
    return isVisible(type.getModifiers())
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()))
        && !type.isAnonymousClass()
        && !type.isLocalClass();
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static List<String> describe(Class<?> type) {
    String name = type.getName();
    Set<String> lines = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (isShown(field, type)) {
        lines.add(name + "  " + words(field.getModifiers())
            + field.getGenericType().getTypeName() + ' ' + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isShown(constructor, type)) {
        lines.add(name + "  " + words(constructor.getModifiers()) + "new"
            + list(constructor.getGenericParameterTypes()));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isShown(method, type)) {
        lines.add(name + "  " + words(method.getModifiers())
            + (method.isDefault() ? "default " : "")
            + method.getGenericReturnType().getTypeName() + ' ' + method.getName()
            + list(method.getGenericParameterTypes()));
      }
    }
    List<String> all = new ArrayList<>();
    Type parent = type.getGenericSuperclass();
    all.add(name + "  " + declaration(type)
        + (parent == null || parent == Object.class ? "" : " extends " + parent.getTypeName())
        + Arrays.stream(type.getGenericInterfaces())
            .map(face -> " : " + face.getTypeName())
            .sorted()
            .collect(Collectors.joining()));
    all.addAll(lines);
    return all;
  }

  /** Later JDKs say what is sealed; 17 does not. */
  private static String declaration(Class<?> type) {
    return type.toGenericString().replaceFirst("\\b(non-)?sealed ", "");
  }

  private static boolean isShown(Member member, Class<?> type) {
    int modifiers = member.getModifiers();
    return !member.isSynthetic()
        && (Modifier.isPublic(modifiers)
            || (Modifier.isProtected(modifiers) && !Modifier.isFinal(type.getModifiers())));
  }

  /** What callers and heirs depend on. */
  private static String words(int modifiers) {
    int seen = modifiers
        & (Modifier.PUBLIC
            | Modifier.PROTECTED
            | Modifier.STATIC
            | Modifier.ABSTRACT
            | Modifier.FINAL);
    return seen == 0 ? "" : Modifier.toString(seen) + ' ';
  }

  private static String list(Type[] types) {
    return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", "(", ")"));
  }
}
