package dev.informant.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command without a subcommand: shows its help. Holds what all subcommands share. */
@Command(
    name = "informant",
    description =
        "informant watches Kubernetes clusters with informers and demonstrates how they work.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  # See informers recover from faults, without a cluster",
      "  informant demo",
      "",
      "  # Watch the pods of all namespaces, with the fields that change",
      "  informant watch pods -A --diff",
      "",
      "  # Run an API server for other tools, with 500 simulated pods",
      "  informant serve --pods 500 --rate 50 --kubeconfig /tmp/kubeconfig"
    })
public final class InformantCommand implements Callable<Integer> {
  private static final Pattern CHOICE =
      Pattern.compile("expected one of \\[([^]]*)] \\(case-(?:in)?sensitive\\)");

  private final Output output;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean version;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Format of --version: text or json. Commands have their own -o.")
  private OutputFormat format = OutputFormat.TEXT;

  private InformantCommand(Output output) {
    this.output = output;
  }

  /** Runs the command and returns its exit code. */
  public static int execute(Output output, String... args) {
    InformantCommand informant = new InformantCommand(output);
    try {
      int code = informant.commandLine().execute(args);
      if (code != ExitCode.OUTPUT) { // then it has been said
        output.check(); // helps are not printed line by line
      }
      return code;
    } catch (BrokenPipeException | CommandException notWritten) {
      return informant.report(notWritten);
    }
  }

  /** Parses a command line without running it. */
  static CommandLine commandLine(Output output) {
    return new InformantCommand(output).commandLine();
  }

  private CommandLine commandLine() {
    CommandLine command = new CommandLine(this);
    CommandLine demo = new CommandLine(new DemoCommand(output));
    DemoCommand.describeKeys(demo.getCommandSpec().usageMessage());
    command.addSubcommand(demo);
    command.addSubcommand(new WatchCommand(output));
    command.addSubcommand(new SyncCommand(output));
    command.addSubcommand(new DoctorCommand(output));
    command.addSubcommand(new ServeCommand(output));
    command.addSubcommand(new CompletionCommand(output));
    command.addSubcommand(new HelpCommand());
    style(command);
    command.getCommandSpec().versionProvider(() -> new String[] {versionText()});
    command.setOut(writer(output.out()));
    command.setErr(writer(output.err()));
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setColorScheme(
        CommandLine.Help.defaultColorScheme(output.terminals().colours() ? Ansi.ON : Ansi.OFF));
    command.setExecutionStrategy(parsed -> {
      if (parsed.hasMatchedOption("-o") && !version) {
        throw new ParameterException(
            command, "-o must follow a command, or be used with --version");
      }
      return new CommandLine.RunLast().execute(parsed);
    });
    command.setParameterExceptionHandler((wrong, given) -> refuse(wrong));
    command.setExecutionExceptionHandler((failure, line, parsed) -> report(failure));
    return command;
  }

  private String versionText() {
    String number = Version.number();
    return format == OutputFormat.JSON
        ? JsonNodeFactory.instance.objectNode().put("version", number).toString()
        : "informant " + number;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(
        new OutputStreamWriter(stream, StandardCharsets.UTF_8), /* autoFlush= */ true);
  }

  /** The order kubectl's help has: what, examples, options, usage. */
  private static void style(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    usage.sectionKeys(List.of(
        UsageMessageSpec.SECTION_KEY_DESCRIPTION,
        UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
        UsageMessageSpec.SECTION_KEY_FOOTER,
        UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
        UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
        UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
        UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
        UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
        UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
        UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
        UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST));
    usage.commandListHeading("%nCommands:%n");
    usage.parameterListHeading("%nArguments:%n");
    usage.optionListHeading("%nOptions:%n");
    usage.synopsisHeading("%nUsage:%n  ");
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(ExitCode.help());
    usage.width(100);
    usage.sortOptions(false);
    command.getSubcommands().values().forEach(InformantCommand::style);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.SUCCESS;
  }

  /** A wrong flag or argument. */
  private int refuse(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    List<String> near = new ArrayList<>();
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      near.addAll(unmatched.getSuggestions());
    }
    output.note("error: " + words(wrong, command)
        + (near.isEmpty() ? "" : "; did you mean " + near.get(0) + "?"));
    output.note("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    if (debug) {
      trace(wrong);
    }
    return ExitCode.USAGE;
  }

  private static String words(ParameterException wrong, CommandLine command) {
    if (wrong instanceof UnmatchedArgumentException unmatched
        && command.getParent() == null
        && !unmatched.getUnmatched().get(0).startsWith("-")) {
      return "unknown command '" + unmatched.getUnmatched().get(0) + "'";
    }
    String first = String.valueOf(wrong.getMessage()).lines().findFirst().orElse("");
    if (first.startsWith("Unknown ")) {
      first = "unknown " + first.substring("Unknown ".length()); // as our own messages begin
    }
    Matcher choice = CHOICE.matcher(first);
    return choice.find() // as they are typed
        ? choice.replaceFirst("expected " + choice.group(1).toLowerCase(Locale.ROOT))
        : first;
  }

  /** Causes quote servers. */
  private void trace(Exception failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    output.note(text.toString().stripTrailing());
  }

  private int report(Exception failure) {
    if (failure instanceof BrokenPipeException) {
      return ExitCode.SUCCESS;
    }
    output.endProgress();
    if (failure instanceof CommandException known) {
      output.note("error: " + known.getMessage());
      if (debug) {
        trace(known);
      }
      return known.exitCode();
    }
    output.note("error: " + failure.getClass().getSimpleName()
        + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
    if (debug) {
      trace(failure);
    } else {
      output.note("This is a bug in informant. Run again with --debug for the stack trace.");
    }
    return ExitCode.DEFECT;
  }
}
