package dev.informant.verification.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A program of ours in a process of its own that answers each line with one line of JSON. What it writes to
 * its error stream goes to a file. Not thread-safe.
 */
public final class Companion implements AutoCloseable {
  private final String name;
  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  private Companion(String name, Process process) {
    this.name = name;
    this.process = process;
    this.questions = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  public static Companion start(String name, Path log, List<String> command) throws IOException {
    Process process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "stop " + name));
    return new Companion(name, process);
  }

  /** The command for a Java program with this program's class path. */
  public static List<String> java(List<String> options, Class<?> program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    return command;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Asks and waits for the answer. */
  public JsonNode ask(String question) throws IOException, InterruptedException {
    try {
      questions.write(question + "\n");
      questions.flush();
    } catch (IOException gone) {
      throw dead(question, gone);
    }
    CompletableFuture<String> line = CompletableFuture.supplyAsync(this::readLine);
    try {
      String answer = line.get(3, TimeUnit.MINUTES);
      if (answer.isEmpty()) {
        throw dead(question, null);
      }
      return RawApi.JSON.readTree(answer);
    } catch (ExecutionException failed) {
      throw dead(question, failed.getCause());
    } catch (TimeoutException silent) {
      throw new IOException(
          name + " has not answered \"" + question + "\" for three minutes", silent);
    }
  }

  private String readLine() {
    try {
      String line = answers.readLine();
      return line == null ? "" : line;
    } catch (IOException gone) {
      return "";
    }
  }

  private IOException dead(String question, @Nullable Throwable cause) throws InterruptedException {
    String how =
        process.waitFor(5, TimeUnit.SECONDS) ? "ended with " + process.exitValue() : "is mute";
    return new IOException(name + " " + how + " when asked \"" + question + "\"", cause);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
