package dev.informant.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.cli.cluster.ClusterOptions;
import dev.informant.cli.cluster.Kinds;
import dev.informant.cli.doctor.Finding;
import dev.informant.cli.doctor.PermissionCheck;
import dev.informant.cli.doctor.ServerCheck;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.client.Config;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds out whether informers will work with a cluster. */
@Command(
    name = "doctor",
    description = {
      "Check whether informers work with this cluster, and what is missing.",
      "",
      "Lists and watches each kind and checks the features of the server. Changes nothing."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  # Everything",
      "  informant doctor",
      "",
      "  # What my operator needs, in its namespace",
      "  informant doctor pods configmaps leases -n operators",
      "",
      "  # As another user of the kubeconfig, for a script",
      "  informant doctor --context ci -o json"
    })
final class DoctorCommand implements Callable<Integer> {
  private final Output output;

  @Mixin
  private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      paramLabel = "KIND",
      completionCandidates = UsualKinds.class,
      arity = "0..*",
      description = "Plural, singular or short name, or kind.group. Default: all kinds.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Check one namespace only. Default: all.")
  private String namespace = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json.")
  private OutputFormat format = OutputFormat.TEXT;

  DoctorCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    Config config = cluster.config();
    Kinds kinds = Kinds.of(config);
    List<Resource> resources = names.isEmpty()
        ? kinds.followed()
        : names.stream().map(kinds::find).distinct().toList();
    List<Finding> findings = new ArrayList<>();
    try (ApiClient client = new ApiClient(config)) {
      List<Finding> permissions = new ArrayList<>();
      Resource example = null;
      for (Resource resource : resources) {
        output.progress("trying " + resource);
        Finding finding = new PermissionCheck(client, namespace).check(resource);
        permissions.add(finding);
        boolean small = example == null || resource.plural().equals("namespaces");
        example = finding.grade() == Finding.Grade.OK && small ? resource : example;
      }
      output.progress("checking the features of the server");
      findings.addAll(
          new ServerCheck(config, client, InstantSource.system()).findings(example, namespace));
      kinds
          .failures()
          .forEach((group, why) -> findings.add(new Finding(
              Finding.Grade.PROBLEM,
              "group " + group,
              why,
              "run kubectl get apiservices to find its service")));
      findings.addAll(permissions);
    }
    output.endProgress();
    print(findings);
    boolean sound = findings.stream().noneMatch(each -> each.grade() == Finding.Grade.PROBLEM);
    return sound ? ExitCode.SUCCESS : ExitCode.CHECK_FAILED;
  }

  private void print(List<Finding> findings) {
    if (format == OutputFormat.JSON) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      ArrayNode all = json.putArray("findings");
      for (Finding finding : findings) {
        all.addObject()
            .put("grade", finding.grade().name().toLowerCase(Locale.ROOT))
            .put("topic", finding.topic())
            .put("result", finding.result())
            .put("wayOut", finding.wayOut());
      }
      output.json(json);
      return;
    }
    int width = findings.stream().mapToInt(each -> each.topic().length()).max().orElse(0);
    for (Finding finding : findings) {
      output.line(
          mark(finding.grade()).plus(" " + pad(finding.topic(), width + 2) + finding.result()));
      if (!finding.wayOut().isEmpty()) {
        output.line("        " + finding.wayOut());
      }
    }
    long problems =
        findings.stream().filter(each -> each.grade() == Finding.Grade.PROBLEM).count();
    output.line("");
    output.line(
        problems == 0
            ? "no problem found"
            : problems + (problems == 1 ? " problem found" : " problems found"));
  }

  private static Text mark(Finding.Grade grade) {
    return switch (grade) {
      case OK -> Text.of(Text.Style.ADDED, "ok     ");
      case REMARK -> Text.of(Text.Style.CHANGED, "remark ");
      case PROBLEM -> Text.of(Text.Style.REMOVED, "PROBLEM");
    };
  }

  private static String pad(@Nullable String text, int width) {
    return String.format("%-" + Math.max(1, width) + "s", text);
  }
}
