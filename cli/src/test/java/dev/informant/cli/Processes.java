package dev.informant.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The command as a process of its own. */
final class Processes {
  private Processes() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static String classPath() {
    return System.getProperty(
        "surefire.test.class.path", String.valueOf(System.getProperty("java.class.path")));
  }

  static List<String> command(String... args) {
    List<String> command = new ArrayList<>(List.of(
        java(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath(),
        "dev.informant.cli.Main"));
    command.addAll(Arrays.asList(args));
    return command;
  }

  static Process start(Path errors, String... args) throws IOException {
    return start(errors, Map.of(), args);
  }

  static Process start(Path errors, Map<String, String> environment, String... args)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(args));
    builder.environment().putAll(environment);
    builder.redirectError(errors.toFile());
    return builder.start();
  }

  static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
