package dev.informant.kubernetes.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.compact.Compression;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** zstd is used where it is, and nothing breaks where it is not. */
class CompressionsTest {
  /** A class path with everything but zstd. */
  private static final class WithoutZstd extends ClassLoader {
    WithoutZstd() {
      super(Compressions.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("com.github.luben.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith(Compressions.class.getPackageName() + ".")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? ofItsOwn(name) : loaded;
    }

    private Class<?> ofItsOwn(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  @Test
  void withZstdOnTheClassPathItIsUsed() {
    assertThat(Compressions.available().name()).isEqualTo("zstd");
  }

  @Test
  void withoutZstdTheJdksDeflateIsUsed() throws Exception {
    Class<?> compressions =
        Class.forName(Compressions.class.getName(), /* initialize= */ true, new WithoutZstd());
    assertThat(compressions).isNotSameAs(Compressions.class);
    assertThat(compressions.getMethod("available").invoke(null)).isSameAs(Compression.deflate());
  }
}
