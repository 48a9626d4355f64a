package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.test.VirtualCluster;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The public API is what the files in {@code api} say: every visible type of every package that a library exports, and
 * every type of ours that can be reached from there. A module descriptor says what is exported; a library without one
 * exports every package that is not below one named {@code internal}. A change that is meant is accepted with {@code
 * -Dapi.accept}, which writes the files anew.
 */
@Timeout(120)
class PublicApiTest {
  private static final Path FILES = Path.of("..", "api");
  private static final String OURS = "dev.informant.";
  private static final Pattern NAME = Pattern.compile("dev\\.informant\\.[\\w.$]+");

  /** A library: the folder of its sources, and a class of it. */
  record Library(String folder, Class<?> member) {
    String name() {
      return "informant-" + folder;
    }

    Path place() throws URISyntaxException {
      return Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Override
    public String toString() {
      return name();
    }
  }

  static List<Library> libraries() {
    return List.of(
        new Library("engine", Informer.class),
        new Library("kubernetes", SharedInformerFactory.class),
        new Library("apiserver", ApiServer.class),
        new Library("controller", ControllerManager.class),
        new Library("controller-test", VirtualCluster.class),
        new Library("metrics", InformerMetrics.class));
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void theApiIsAsWritten(Library library) throws Exception {
    List<String> present = new ArrayList<>();
    for (Class<?> type : reachable()) {
      if (type.getProtectionDomain().equals(library.member().getProtectionDomain())) {
        present.addAll(describe(type));
      }
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

  @Test
  void everyTypeThatIsNamedIsDescribed() throws Exception {
    Set<String> described = new TreeSet<>();
    Set<String> named = new TreeSet<>();
    for (Library library : libraries()) {
      for (String line : Files.readAllLines(FILES.resolve(library.name() + ".txt"))) {
        described.add(line.substring(0, line.indexOf("  ")));
        for (Matcher name = NAME.matcher(line); name.find(); ) {
          named.add(name.group());
        }
      }
    }
    assertThat(described).hasSizeGreaterThan(200);
    named.removeAll(described);
    for (String name : named) { // a type that nobody can name needs no description
      assertThat(isVisible(load(name))).as(name + " is named and not described").isFalse();
    }
  }

  @Test
  void whatIsExportedIsCovered() throws Exception {
    assertThat(packages(libraries().get(0)))
        .contains("dev.informant.informer", "dev.informant.source")
        .doesNotContain("dev.informant.log", "dev.informant.internal.source");
    assertThat(packages(libraries().get(1)))
        .contains("dev.informant.kubernetes", "dev.informant.kubernetes.rest")
        .doesNotContain("dev.informant.kubernetes.internal.fast");
    assertThat(packages(libraries().get(2)))
        .contains("dev.informant.apiserver", "dev.informant.apiserver.faults")
        .doesNotContain("dev.informant.apiserver.internal.core");
  }

  @Test
  void theEmbeddedServerHasAtMost40Types() throws Exception {
    assertThat(Files.readAllLines(FILES.resolve("informant-apiserver.txt")).stream()
            .map(line -> line.substring(0, line.indexOf("  ")))
            .distinct())
        .hasSizeBetween(10, 40);
  }

  /** What a newcomer meets. The generated accessors of kinds are not counted, and the records of an event are one idea. */
  @Test
  void theLibrariesHaveAtMost170HandWrittenTypes() throws Exception {
    List<String> types = new ArrayList<>();
    for (String name : List.of("informant-engine", "informant-kubernetes", "informant-metrics")) {
      Files.readAllLines(FILES.resolve(name + ".txt")).stream()
          .map(line -> line.substring(0, line.indexOf("  ")))
          .distinct()
          .filter(type -> !type.startsWith("dev.informant.kubernetes.informers."))
          .filter(type -> !type.startsWith(InformerEvent.class.getName() + '$'))
          .forEach(types::add);
    }
    assertThat(types).hasSizeBetween(100, 170);
  }

  @Test
  void theApiMentionsNothingInternal() throws Exception {
    assertThat(reachable()).extracting(Class::getName).noneMatch(PublicApiTest::isInternal);
  }

  @Test
  void boundsAndExceptionsAreTold() {
    assertThat(describe(Example.class))
        .anyMatch(line -> line.endsWith(
            " <T extends java.lang.Number & java.lang.Comparable<T>> T largest(java.util.List<T>)"
                + " throws java.io.IOException"));
  }

  /** For the test above. */
  interface Example {
    <T extends Number & Comparable<T>> T largest(List<T> of) throws IOException;
  }

  /** What the library exports. */
  private static Set<String> packages(Library library) throws IOException, URISyntaxException {
    Set<ModuleReference> modules = ModuleFinder.of(library.place()).findAll();
    ModuleDescriptor descriptor =
        modules.size() == 1 ? modules.iterator().next().descriptor() : null;
    if (descriptor != null && !descriptor.isAutomatic()) {
      return descriptor.exports().stream()
          .filter(exported -> !exported.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toCollection(TreeSet::new));
    }
    Path sources = Path.of("..", library.folder(), "src", "main", "java");
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> all = Files.walk(sources)) {
      for (Path file : all.filter(each -> each.endsWith("package-info.java")).toList()) {
        String name = sources.relativize(file.getParent()).toString().replace('/', '.');
        if (!isInternal(name)) {
          packages.add(name);
        }
      }
    }
    return packages;
  }

  /** Whether it is a package named {@code internal}, or something below one. */
  private static boolean isInternal(String name) {
    return ('.' + name + '.').contains(".internal.");
  }

  /** The visible types of what is exported, and what they mention, in order of their names. */
  private static Collection<Class<?>> reachable() throws Exception {
    Map<String, Class<?>> found = new TreeMap<>();
    Deque<Class<?>> open = new ArrayDeque<>();
    for (Library library : libraries()) {
      if (Files.isDirectory(library.place())) {
        collect(library.place(), packages(library), open);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(library.place())) {
          collect(jar.getPath("/"), packages(library), open);
        }
      }
    }
    while (!open.isEmpty()) {
      Class<?> type = open.remove();
      if (isVisible(type) && found.put(type.getName(), type) == null) {
        mentioned(type).stream().filter(each -> each.getName().startsWith(OURS)).forEach(open::add);
      }
    }
    return found.values();
  }

  private static void collect(Path root, Set<String> packages, Deque<Class<?>> types)
      throws IOException, ClassNotFoundException {
    for (String name : packages) {
      try (Stream<Path> files = Files.list(root.resolve(name.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String simple = file.getFileName().toString();
          if (simple.endsWith(".class") && !simple.contains("-info")) {
            types.add(load(name + '.' + simple.replace(".class", "")));
          }
        }
      }
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, /* initialize= */ false, PublicApiTest.class.getClassLoader());
  }

  private static Set<Class<?>> mentioned(Class<?> type) {
    Set<Class<?>> classes = new LinkedHashSet<>(Arrays.asList(type.getDeclaredClasses()));
    Set<Type> seen = new HashSet<>();
    collect(type.getGenericSuperclass(), classes, seen);
    collect(type.getGenericInterfaces(), classes, seen);
    collect(type.getTypeParameters(), classes, seen);
    for (Field field : type.getDeclaredFields()) {
      if (isShown(field, type)) {
        collect(field.getGenericType(), classes, seen);
      }
    }
    List<Executable> calls = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
    calls.addAll(Arrays.asList(type.getDeclaredConstructors()));
    for (Executable call : calls) {
      if (isShown(call, type)) {
        collect(call.getGenericParameterTypes(), classes, seen);
        collect(call.getGenericExceptionTypes(), classes, seen);
        collect(call.getTypeParameters(), classes, seen);
        if (call instanceof Method method) {
          collect(method.getGenericReturnType(), classes, seen);
        }
      }
    }
    return classes;
  }

  private static void collect(Type[] types, Set<Class<?>> classes, Set<Type> seen) {
    for (Type type : types) {
      collect(type, classes, seen);
    }
  }

  private static void collect(@Nullable Type type, Set<Class<?>> classes, Set<Type> seen) {
    if (type == null || !seen.add(type)) {
      return;
    }
    if (type instanceof Class<?> one) {
      if (one.isArray()) {
        collect(one.getComponentType(), classes, seen);
      } else {
        classes.add(one);
      }
    } else if (type instanceof ParameterizedType generic) {
      collect(generic.getRawType(), classes, seen);
      collect(generic.getActualTypeArguments(), classes, seen);
    } else if (type instanceof GenericArrayType array) {
      collect(array.getGenericComponentType(), classes, seen);
    } else if (type instanceof WildcardType wildcard) {
      collect(wildcard.getUpperBounds(), classes, seen);
      collect(wildcard.getLowerBounds(), classes, seen);
    } else if (type instanceof TypeVariable<?> variable) {
      collect(variable.getBounds(), classes, seen);
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
        lines.add(name + "  " + words(constructor.getModifiers()) + parameters(constructor) + "new"
            + list(constructor.getGenericParameterTypes()) + exceptions(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isShown(method, type)) {
        lines.add(name + "  " + words(method.getModifiers())
            + (method.isDefault() ? "default " : "") + parameters(method)
            + method.getGenericReturnType().getTypeName() + ' ' + method.getName()
            + list(method.getGenericParameterTypes()) + exceptions(method));
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

  /** Its type parameters with their bounds. */
  private static String parameters(Executable call) {
    return call.getTypeParameters().length == 0
        ? ""
        : Arrays.stream(call.getTypeParameters())
            .map(parameter -> parameter.getName() + bounds(parameter))
            .collect(Collectors.joining(", ", "<", "> "));
  }

  private static String bounds(TypeVariable<?> parameter) {
    String bounds = Arrays.stream(parameter.getBounds())
        .filter(bound -> bound != Object.class)
        .map(Type::getTypeName)
        .collect(Collectors.joining(" & "));
    return bounds.isEmpty() ? "" : " extends " + bounds;
  }

  private static String exceptions(Executable call) {
    return call.getGenericExceptionTypes().length == 0
        ? ""
        : Arrays.stream(call.getGenericExceptionTypes())
            .map(Type::getTypeName)
            .sorted()
            .collect(Collectors.joining(", ", " throws ", ""));
  }

  private static String list(Type[] types) {
    return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", "(", ")"));
  }
}
