package dev.informant.cli;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The help of a command, for those who ask for it as a command. */
@Command(
    name = "help",
    description = "Show the help of a command, as --help does.",
    footerHeading = "%nExamples:%n",
    footer = {"  # All flags of watch", "  informant help watch"})
final class HelpCommand implements Callable<Integer> {
  /** The commands it knows, for shells. */
  static final class Commands implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("demo", "watch", "sync", "doctor", "serve", "completion", "help")
          .iterator();
    }
  }

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..1",
      completionCandidates = Commands.class,
      description = "A command. Default: all of them.")
  private String name = "";

  @Override
  public Integer call() {
    CommandLine all = spec.root().commandLine();
    CommandLine meant = name.isEmpty() ? all : all.getSubcommands().get(name);
    if (meant == null) {
      throw new UnmatchedArgumentException(all, List.of(name));
    }
    meant.usage(all.getOut());
    return ExitCode.SUCCESS;
  }
}
