package dev.informant.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and flags. */
@Command(
    name = "completion",
    description = "Print the completion script for a shell.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  # In the current bash",
      "  source <(informant completion bash)",
      "",
      "  # In every zsh",
      "  echo 'source <(informant completion zsh)' >> ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH;

    /** As it is typed. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Output output;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Shell shell = Shell.BASH;

  CompletionCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    String script = AutoComplete.bash("informant", spec.root().commandLine());
    if (shell == Shell.ZSH) {
      // The script is bash's; zsh has what it needs, but not loaded.
      script = "autoload -U +X compinit && compinit -u\n"
          + "autoload -U +X bashcompinit && bashcompinit\n" + script;
    }
    output.script(script);
    return ExitCode.SUCCESS;
  }
}
