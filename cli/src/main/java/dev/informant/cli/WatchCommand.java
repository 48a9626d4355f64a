package dev.informant.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.cli.cluster.ClusterOptions;
import dev.informant.cli.cluster.Failures;
import dev.informant.cli.cluster.Kinds;
import dev.informant.cli.watch.ChangePrinter;
import dev.informant.cli.watch.MetadataCodec;
import dev.informant.cli.watch.WatchFormat;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.internal.credentials.ServerAddress;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.LabelSelector;
import dev.informant.object.SelectorSyntaxException;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Follows one kind and prints what changes. */
@Command(
    name = "watch",
    description = {
      "Watch the objects of a kind.",
      "",
      "Prints the existing objects, then every change. Recovers from broken connections, server restarts and"
          + " expired history without missing a deletion."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  # The pods of the current namespace",
      "  informant watch pods",
      "",
      "  # What changes in the deployments of all namespaces",
      "  informant watch deploy -A --diff",
      "",
      "  # One object, one kind among several of that name, a custom resource",
      "  informant watch pod/web-0 -n prod",
      "  informant watch events.events.k8s.io -A",
      "  informant watch certificates.cert-manager.io -A",
      "",
      "  # Pods of one application that are not running, as JSON lines",
      "  informant watch pods -A -l app=web --field-selector status.phase!=Running -o json"
    })
final class WatchCommand implements Callable<Integer> {
  private final Output output;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicBoolean hasSynced = new AtomicBoolean();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin
  private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      index = "0",
      paramLabel = "KIND[/NAME]",
      completionCandidates = UsualKinds.class,
      description = "Plural, singular or short name, or kind.group; with a name, one object.")
  private String what = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "The namespace. Default: the context's.")
  private String namespace = "";

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "All namespaces.")
  private boolean allNamespaces;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "Only objects whose labels match, e.g. app=web,tier!=test.")
  private String selector = "";

  @Option(
      names = "--field-selector",
      paramLabel = "SELECTOR",
      description = "Only objects whose fields match, e.g. spec.nodeName=worker-1.")
  private String fieldSelector = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, wide, json (one object per line) or name.")
  private WatchFormat format = WatchFormat.TEXT;

  @Option(names = "--diff", description = "Show which fields changed.")
  private boolean diff;

  @Option(
      names = "--metadata-only",
      description = "Request only the metadata: less traffic, no status.")
  private boolean metadataOnly;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Stop after this number of seconds. Default: watch until Ctrl-C.")
  private int seconds;

  WatchCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    Flags.require(spec, seconds >= 0, "--seconds must not be negative: " + seconds);
    Flags.require(
        spec, !allNamespaces || namespace.isEmpty(), "use -n for one namespace or -A, not both");
    checkSelectors();
    int slash = what.indexOf('/');
    String kindName = slash < 0 ? what : what.substring(0, slash);
    String objectName = slash < 0 ? "" : what.substring(slash + 1);
    if (kindName.isEmpty()
        || (slash >= 0 && objectName.isEmpty())
        || objectName.indexOf('/') >= 0) {
      throw new CommandException(
          ExitCode.USAGE, "\"" + what + "\" is not KIND or KIND/NAME; try pods or pod/web-0");
    }
    if (allNamespaces && !objectName.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE, "KIND/NAME needs one namespace; use -n instead of -A");
    }
    Config config = cluster.config();
    Resource resource = Kinds.await(config, kindName, Duration.ofSeconds(seconds), output::note);
    follow(config, resource, objectName);
    return ExitCode.SUCCESS;
  }

  private void checkSelectors() {
    try {
      LabelSelector.parse(selector);
    } catch (SelectorSyntaxException wrong) {
      throw new CommandException(
          ExitCode.USAGE,
          "-l " + selector + ": " + wrong.getMessage()
              + "\nA selector looks like app=web,tier!=test.",
          wrong);
    }
    for (String term : fieldSelector.split(",")) {
      if (!fieldSelector.isEmpty() && term.indexOf('=') <= 0) {
        throw new CommandException(
            ExitCode.USAGE,
            "--field-selector " + fieldSelector + ": \"" + term + "\" is not FIELD=VALUE or"
                + " FIELD!=VALUE, e.g. status.phase=Running");
      }
    }
  }

  private void follow(Config config, Resource resource, String objectName) {
    String server = ServerAddress.withoutUser(config.getMasterUrl()).replaceAll("/$", "");
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .transform(Transforms.stripManagedFields())
        .options(all -> all.closeTimeout(Duration.ofMillis(300))
            .observer(ignored -> new Remarks())
            .watchErrorHandler(this::failed))
        .build()) {
      KindInformer<JsonNode> kind = metadataOnly
          ? informers.forCodec(resource, new MetadataCodec(), "metadata")
          : informers.trees(resource);
      String fields = objectName.isEmpty()
          ? fieldSelector
          : "metadata.name=" + objectName + (fieldSelector.isEmpty() ? "" : "," + fieldSelector);
      Informer<JsonNode> informer = kind.namespace(namespaceOf(config, resource))
          .withLabels(selector)
          .withFields(fields)
          .informer();
      ChangePrinter printer = new ChangePrinter(
          output, resource, format, diff, allNamespaces, ended::completeExceptionally);
      long began = System.nanoTime();
      Registration<JsonNode> registration =
          informer.addHandler(printer, HandlerOptions.<JsonNode>defaults().withName("print"));
      registration
          .synced()
          .thenRun(() -> printer.onSynced(Words.time(Duration.ofNanos(System.nanoTime() - began))));
      informers.start();
      await(server);
    }
  }

  private String namespaceOf(Config config, Resource resource) {
    if (allNamespaces || !resource.namespaced()) {
      return "";
    }
    if (!namespace.isEmpty()) {
      return namespace;
    }
    String usual = config.getNamespace();
    return usual == null || usual.isEmpty() ? "default" : usual;
  }

  /** Waits until the time is over, the request turns out to be invalid, or the output is closed. */
  private void await(String server) {
    try {
      if (seconds == 0) {
        ended.get();
      } else {
        ended.get(seconds, TimeUnit.SECONDS);
      }
    } catch (TimeoutException timeIsUp) {
      ended.complete(null);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof SourceException refused) {
        throw refused.code() == 400 && !fieldSelector.isEmpty()
            ? new CommandException(ExitCode.USAGE, badField(refused), refused)
            : Failures.of(refused, server);
      }
      if (failed.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted", interrupted);
    }
  }

  private String badField(SourceException refused) {
    return "--field-selector " + fieldSelector + ": " + refused.getMessage()
        + "\nEvery kind has metadata.name and metadata.namespace; few have more: for pods,"
        + " spec.nodeName and status.phase.";
  }

  private void failed(Throwable cause) {
    if (cause instanceof SourceException failure && Failures.isFinal(failure) && !hasSynced.get()) {
      ended.completeExceptionally(failure);
    }
  }

  /** Says when the stream is lost, each cause of that once, and when it is back. */
  private final class Remarks implements InformerObserver {
    private final Set<String> causes = new HashSet<>(); // guarded by itself; of the present outage

    @Override
    public void onEvent(InformerEvent event) {
      if (event instanceof InformerEvent.Synced) {
        synced();
      } else if (event instanceof InformerEvent.StateChanged stateChanged) {
        stateChanged(stateChanged.to());
      }
    }

    private void synced() {
      hasSynced.set(true);
    }

    private void stateChanged(InformerState to) {
      Throwable cause = to.cause();
      if (ended.isDone()) {
        return;
      }
      synchronized (causes) {
        if (cause != null) {
          String why = Words.shortCause(cause);
          if (causes.add(why)) {
            output.note("informant: " + why + "; retrying");
          }
        } else if (to instanceof InformerState.Watching && !causes.isEmpty()) {
          causes.clear();
          output.note("informant: watch resumed");
        }
      }
    }
  }
}
