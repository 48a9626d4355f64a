package dev.informant.kubernetes.internal.fast.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What is written down about the models' classes is what a look at them gives. After a change of the models, {@code
 * -Dinformant.writeRecords=true} writes it down anew.
 */
@Timeout(300)
class ModelRecordsTest {
  private static final Path RESOURCES =
      Path.of("src/main/resources/dev/informant/kubernetes/internal/fast/plan/models");

  @Test
  void recordsSayWhatALookAtTheClassesSays() throws IOException {
    ModelRecorder recorder = new ModelRecorder();
    Map<String, String> texts = new TreeMap<>();
    recorder.texts().forEach((name, text) -> texts.put(name + ".txt", text));
    if (Boolean.getBoolean("informant.writeRecords")) {
      write(texts);
    }
    Map<String, String> shipped = new TreeMap<>();
    try (Stream<Path> files = Files.list(RESOURCES)) {
      for (Path file : files.toList()) {
        shipped.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    assertThat(shipped.keySet()).isEqualTo(texts.keySet());
    texts.forEach((name, text) -> assertThat(shipped.get(name))
        .as(
            "%s; after a change of the models write it anew with -Dinformant.writeRecords=true",
            name)
        .isEqualTo(text));
    assertThat(recorder.leftOut()).as("classes there are no words for").isLessThan(60);
  }

  private static void write(Map<String, String> texts) throws IOException {
    Files.createDirectories(RESOURCES);
    try (Stream<Path> files = Files.list(RESOURCES)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Files.writeString(RESOURCES.resolve(text.getKey()), text.getValue());
    }
  }

  @Test
  void everyKindIsWrittenDown() {
    for (Class<? extends HasMetadata> kind : ModelKinds.all()) {
      assertThat(ModelRecords.SHIPPED.of(kind)).as("%s", kind).isNotNull();
    }
  }

  @Test
  void aClassFileThatIsAnotherHasNoRecord() {
    ModelRecord known = ModelRecords.SHIPPED.of(ConfigMap.class);
    assertThat(known).isNotNull();
    String text = ModelRecords.shipped(ConfigMap.class.getPackageName());
    String sum = "%08x".formatted(known.checksum());
    assertThat(text).contains(sum);
    ModelRecords ofAnother =
        new ModelRecords(name -> text.replace(sum, "%08x".formatted(known.checksum() ^ 1)));
    assertThat(ofAnother.of(ConfigMap.class)).isNull();
    assertThat(ofAnother.of(Pod.class)).isNotNull();
    assertThat(new Plans(ofAnother).of(ConfigMap.class))
        .as("Jackson is asked")
        .isInstanceOf(BeanPlan.class);
  }

  @Test
  void theSameClassOfAnotherLoaderHasNoRecord() throws Exception {
    List<URL> all = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      all.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader other =
        new URLClassLoader(all.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> foreign = Class.forName(ConfigMap.class.getName(), false, other);
      assertThat(foreign).isNotSameAs(ConfigMap.class);
      assertThat(ModelRecords.SHIPPED.of(foreign)).isNull();
    }
  }

  @Test
  void metadataOfAClassOfItsOwnMayHaveARecordToo() {
    assertThat(ModelRecords.SHIPPED.of(ObjectMeta.class)).isNotNull();
    assertThat(ModelRecords.SHIPPED.of(ModelRecordsTest.class)).isNull();
  }

  @Test
  void anOrdinaryPodIsDecodedWithoutJackson() throws Exception {
    Process process = new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xlog:class+load:stdout",
            "-cp",
            System.getProperty("java.class.path"),
            DecodesOnePod.class.getName())
        .redirectErrorStream(true)
        .start();
    String loaded = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(loaded).contains("decoded web-0 with 2 containers");
    assertThat(loaded
            .lines()
            .filter(line -> line.contains("com.fasterxml.jackson.databind.ObjectMapper ")))
        .isEmpty();
  }

  /** A process of its own: in this one Jackson is loaded already. */
  static final class DecodesOnePod {
    public static void main(String[] arguments) {
      byte[] bytes = """
          {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","labels":{"app":"web"},"ownerReferences":[{"kind":"ReplicaSet"}]},
           "spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"100m"}},"ports":[{"containerPort":80}],
             "livenessProbe":{"httpGet":{"port":"http"}}},{"name":"b"}],"tolerations":[{"operator":"Exists"}]},
           "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}],"hostIPs":[{"ip":"10.0.0.1"}]}}""".getBytes(StandardCharsets.UTF_8);
      Pod pod = FastCodec.of(Pod.class)
          .sharingEqualParts()
          .withoutManagedFields()
          .decode(bytes, 0, bytes.length);
      System.out.println("decoded " + pod.getMetadata().getName() + " with "
          + pod.getSpec().getContainers().size() + " containers");
    }
  }
}
