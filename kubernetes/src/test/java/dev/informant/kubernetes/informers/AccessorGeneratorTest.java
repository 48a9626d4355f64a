package dev.informant.kubernetes.informers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The accessors are checked in, and are those that the model classes give: the build fails when they are not. To write
 * them anew, run this with {@code -Dinformant.writeAccessors=true}, then spotless:apply; CONTRIBUTING has the commands.
 */
@Timeout(60)
class AccessorGeneratorTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/informant/kubernetes/informers");

  @Test
  void theCheckedInAccessorsAreThoseOfTheModels() throws IOException {
    Map<String, String> files = AccessorGenerator.generate();
    if (Boolean.getBoolean("informant.writeAccessors")) {
      try (var old = Files.list(SOURCES)) {
        for (Path file : old.toList()) {
          if (!file.endsWith("package-info.java")) {
            Files.delete(file);
          }
        }
      }
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(SOURCES.resolve(file.getKey()), file.getValue());
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(withoutSpace(Files.readString(SOURCES.resolve(file.getKey()))))
          .as(file.getKey())
          .isEqualTo(withoutSpace(file.getValue()));
    }
    try (var present = Files.list(SOURCES)) {
      assertThat(present.map(path -> path.getFileName().toString()).collect(Collectors.toSet()))
          .containsExactlyInAnyOrderElementsOf(java.util.stream.Stream.concat(
                  files.keySet().stream(), java.util.stream.Stream.of("package-info.java"))
              .toList());
    }
  }

  @Test
  void everyKindThatCanBeListedHasAnAccessor() {
    long kinds = AccessorGenerator.kinds().values().stream()
        .flatMap(versions -> versions.values().stream())
        .mapToLong(java.util.List::size)
        .sum();
    assertThat(kinds).isGreaterThanOrEqualTo(140);
    assertThat(AccessorGenerator.kinds()).hasSizeGreaterThanOrEqualTo(20);
  }

  @Test
  void pluralsKeepTheCaseOfTheKind() {
    assertThat(AccessorGenerator.plural(Deployment.class)).isEqualTo("deployments");
    assertThat(AccessorGenerator.plural(NetworkPolicy.class)).isEqualTo("networkPolicies");
    assertThat(AccessorGenerator.plural(CSIDriver.class)).isEqualTo("csiDrivers");
    assertThat(AccessorGenerator.plural(io.fabric8.kubernetes.api.model.Endpoints.class))
        .isEqualTo("endpoints");
    assertThat(HasMetadata.getPlural(NetworkPolicy.class)).isEqualTo("networkpolicies");
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }
}
