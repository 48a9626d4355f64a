package dev.informant.cli.serve;

import dev.informant.apiserver.ApiServer;
import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The kubeconfig of a running server: a file named by the user, which stays, or a temporary one, which is deleted when
 * this is closed, even if a signal ends the process. Used by one thread.
 */
public final class ServedKubeconfig implements AutoCloseable {
  private final Path file;
  private final boolean temporary;
  private final Thread hook = new Thread(this::deleteIfTemporary, "informant-clean-up");

  private ServedKubeconfig(Path file, boolean temporary) {
    this.file = file;
    this.temporary = temporary;
  }

  /** Writes it; {@code named} is where, null for a temporary file. */
  public static ServedKubeconfig write(ApiServer server, @Nullable Path named) {
    Path file = named;
    try {
      if (file == null) {
        file = Files.createTempFile("informant-", ".kubeconfig");
      }
      ServedKubeconfig written =
          new ServedKubeconfig(server.writeKubeconfig(file), /* temporary= */ named == null);
      Runtime.getRuntime().addShutdownHook(written.hook);
      return written;
    } catch (IOException failure) {
      throw new CommandException(
          ExitCode.USAGE,
          "cannot write the kubeconfig to " + file + " (" + failure.getClass().getSimpleName()
              + "); name a file in a directory you may write to with --kubeconfig",
          failure);
    }
  }

  public Path path() {
    return file;
  }

  private void deleteIfTemporary() {
    try {
      if (temporary) {
        Files.deleteIfExists(file);
      }
    } catch (IOException leftBehind) {
      // It names a server that is gone; nothing depends on it.
    }
  }

  @Override
  public void close() {
    deleteIfTemporary();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      // then it runs
    }
  }
}
