package dev.informant.verification.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Runs simulations of a build with a mistake in it: its sources are compiled with it, in memory, and all
 * of the project's classes are loaded anew around the result.
 */
final class PlantedRun {
  /** Within so many a bug must be found. */
  static final int MOST_SEEDS = 500;

  private final ClassLoader loader;

  private PlantedRun(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * @param top the top of the project
   */
  static PlantedRun of(PlantedBug bug, Path top) throws IOException {
    return new PlantedRun(new Loader(compile(bug, bug.sources(top))));
  }

  /**
   * What a bug did.
   *
   * @param seed the first that it broke a promise with
   */
  record Found(long seed, String violation) {}

  /** Plants a bug and runs one seed after another; null if the promises hold with all of them. */
  static @Nullable Found find(PlantedBug bug, Path top) throws IOException {
    PlantedRun run = of(bug, top);
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      String violation = run.run(seed, /* hours= */ 1);
      if (violation != null) {
        return new Found(seed, violation);
      }
    }
    return null;
  }

  /** Runs a seed; returns the first broken promise, or null if there is none. */
  @Nullable
  String run(long seed, int hours) {
    return (String) call("firstViolation", seed, hours);
  }

  /** The least that breaks a promise, line by line. */
  List<?> minimalTrace(long seed, int hours) {
    return (List<?>) Objects.requireNonNull(call("minimalTrace", seed, hours));
  }

  private @Nullable Object call(String method, long seed, int hours) {
    try {
      return loader
          .loadClass(Simulation.class.getName())
          .getMethod(method, long.class, int.class)
          .invoke(null, seed, hours);
    } catch (ReflectiveOperationException defect) {
      // A mistake that breaks the simulation proves nothing about what the checker sees.
      throw new IllegalStateException("the simulation of seed " + seed + " broke off", defect);
    }
  }

  private static Map<String, byte[]> compile(PlantedBug bug, Map<String, String> sources)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("planting bugs needs a JDK, not a JRE");
    }
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
      Memory memory = new Memory(files);
      List<Text> texts = new ArrayList<>();
      sources.forEach((file, source) -> texts.add(new Text(file, source)));
      List<String> options = List.of(
          "-proc:none", "-nowarn", "--release", "17", "-cp", System.getProperty("java.class.path"));
      if (!compiler.getTask(null, memory, problems, options, null, texts).call()) {
        throw new IllegalStateException(
            "cannot plant '" + bug.name() + "': " + problems.getDiagnostics());
      }
      Map<String, byte[]> classes = new HashMap<>();
      memory.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String file, String source) {
      super(URI.create("memory:///" + file), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Memory(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          written.put(className, bytes);
          return bytes;
        }
      };
    }
  }

  /** Loads the project's classes itself, and everything else from above. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> planted;

    Loader(Map<String, byte[]> planted) {
      super(PlantedRun.class.getClassLoader());
      this.planted = planted;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.informant.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      byte[] bytes = planted.get(name);
      if (bytes == null) {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (file == null) {
            throw new ClassNotFoundException(name);
          }
          bytes = file.readAllBytes();
        } catch (IOException unreadable) {
          throw new ClassNotFoundException(name, unreadable);
        }
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
