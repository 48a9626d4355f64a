package dev.informant.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file is replaced as a whole, by its owner, and believed if nobody else can have made it. */
final class OwnersFileTest {
  @TempDir
  Path directory;

  private Path path() {
    return directory.resolve("pods.cache");
  }

  private OwnersFile file() {
    return new OwnersFile(path());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void replace(String text) throws IOException {
    file().replace(out -> out.write(bytes(text)));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void theOldContentStaysUntilTheNewIsWhole() throws IOException {
    replace("old");
    file().replace(out -> {
      out.write(bytes("new"));
      assertThat(path()).hasContent("old");
    });
    assertThat(path()).hasContent("new");
    assertThat(files()).containsExactly(path());
  }

  @Test
  void whatBreaksOffLeavesTheOldContentAndNothingElse() throws IOException {
    replace("old");
    assertThatThrownBy(() -> file().replace(out -> {
          out.write(bytes("half"));
          throw new IOException("breaks off");
        }))
        .hasMessage("breaks off");
    assertThat(path()).hasContent("old");
    assertThat(files()).containsExactly(path());
  }

  @Test
  void twoWhoSaveAtOnceDoNotWriteIntoOneFile() throws IOException {
    file().replace(out -> {
      out.write(bytes("one, "));
      replace("the other's");
      out.write(bytes("to the end"));
    });
    assertThat(path()).hasContent("one, to the end");
    assertThat(files()).containsExactly(path());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsUnfinishedIsTheOwnersToo() throws IOException {
    file().replace(out -> {
      for (Path file : files()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
    });
  }

  @Test
  void leftoversOfCrashedProcessesAreRemovedWhenTheyAreOld() throws IOException {
    Path old = directory.resolve("pods.cache-1.new");
    Path beingWritten = directory.resolve("pods.cache-2.new");
    Path anothers = directory.resolve("nodes.cache-3.new");
    Path trial = directory.resolve("owner-4.new");
    for (Path file : List.of(old, beingWritten, anothers, trial)) {
      Files.writeString(file, "half");
    }
    FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    Files.setLastModifiedTime(old, yesterday);
    Files.setLastModifiedTime(trial, yesterday);
    Files.setLastModifiedTime(anothers, yesterday);
    replace("whole");
    assertThat(files()).containsExactlyInAnyOrder(path(), beingWritten, anothers);
  }

  @Test
  void aFileOfAnotherUserIsNotUsed() throws IOException {
    replace("planted");
    assertThatCode(() -> file().check()).doesNotThrowAnyException();
    UserPrincipal me = () -> "somebody who is not the owner of that file";
    assertThatThrownBy(() -> new OwnersFile(path(), here -> me).check())
        .isInstanceOf(UnusableFileException.class)
        .hasMessage("it belongs to another user");
    assertThat(files()).containsExactly(path());
  }

  @Test
  void withoutPosixPermissionsFilesAreReplacedAndUsed() throws IOException {
    try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
      assertThat(windows.supportedFileAttributeViews()).doesNotContain("posix");
      Path path = windows.getPath("C:\\caches\\pods.cache");
      OwnersFile file = new OwnersFile(path);
      file.replace(out -> out.write(bytes("old")));
      file.replace(out -> out.write(bytes("new")));
      assertThat(Files.readString(path)).isEqualTo("new");
      assertThatCode(file::check).doesNotThrowAnyException();
      file.delete();
      assertThat(file.exists()).isFalse();
      try (Stream<Path> left = Files.list(path.getParent())) {
        assertThat(left).isEmpty();
      }
    }
  }
}
