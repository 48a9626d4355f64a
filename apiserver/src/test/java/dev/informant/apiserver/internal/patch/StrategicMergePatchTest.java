package dev.informant.apiserver.internal.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists that merge, and the directives. */
@Timeout(30)
class StrategicMergePatchTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static String apply(String kind, String original, String patch) throws Exception {
    ObjectNode tree = (ObjectNode) MAPPER.readTree(original.replace('\'', '"'));
    return StrategicMergePatch.apply(
            BuiltInSchemas.definition("io.k8s.api." + kind),
            tree,
            MAPPER.readTree(patch.replace('\'', '"')))
        .toString()
        .replace('"', '\'');
  }

  @Test
  void elementsMergeByKeyAndNewOnesAreAppended() throws Exception {
    assertThat(apply(
            "core.v1.Pod",
            "{'spec':{'containers':[{'name':'a','image':'1'},{'name':'b'}]}}",
            "{'spec':{'containers':[{'name':'b','image':'2'},{'name':'c'}]}}"))
        .isEqualTo(
            "{'spec':{'containers':[{'name':'a','image':'1'},{'name':'b','image':'2'},{'name':'c'}]}}");
  }

  @Test
  void elementsAreDeletedByDirective() throws Exception {
    assertThat(apply(
            "core.v1.Pod",
            "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}",
            "{'spec':{'containers':[{'name':'a','$patch':'delete'}]}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'}]}}");
  }

  @Test
  void listsAndObjectsAreReplacedByDirective() throws Exception {
    assertThat(
            apply(
                "core.v1.Pod",
                "{'spec':{'containers':[{'name':'a'}],'securityContext':{'x':1}}}",
                "{'spec':{'containers':[{'name':'b'},{'$patch':'replace'}],'securityContext':{'$patch':'replace','y':2}}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'}],'securityContext':{'y':2}}}");
  }

  @Test
  void portsHaveTheKeyOfTheirPlace() throws Exception {
    assertThat(apply(
            "core.v1.Service",
            "{'spec':{'ports':[{'port':80,'name':'a'}]}}",
            "{'spec':{'ports':[{'port':80,'name':'b'},{'port':81}]}}"))
        .isEqualTo("{'spec':{'ports':[{'port':80,'name':'b'},{'port':81}]}}");
    assertThat(apply(
            "core.v1.Pod",
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':80}]}]}}",
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':81}]}]}}"))
        .isEqualTo(
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':81},{'containerPort':80}]}]}}");
    assertThat(apply(
            "networking.v1.NetworkPolicy",
            "{'spec':{'ports':[{'port':80}]}}",
            "{'spec':{'ports':[{'port':81}]}}"))
        .isEqualTo("{'spec':{'ports':[{'port':81}]}}");
  }

  @Test
  void plainListsAreReplacedExceptFinalizers() throws Exception {
    assertThat(apply(
            "core.v1.Pod",
            "{'metadata':{'finalizers':['a']},'spec':{'args':['x']}}",
            "{'metadata':{'finalizers':['b']},'spec':{'args':['y']}}"))
        .isEqualTo("{'metadata':{'finalizers':['b','a']},'spec':{'args':['y']}}");
    assertThat(apply(
            "core.v1.Pod",
            "{'metadata':{'finalizers':['a','b']}}",
            "{'metadata':{'$deleteFromPrimitiveList/finalizers':['a']}}"))
        .isEqualTo("{'metadata':{'finalizers':['b']}}");
  }

  @Test
  void orderAndRetainedKeysAreHonoured() throws Exception {
    assertThat(apply(
            "core.v1.Pod",
            "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}",
            "{'spec':{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}]}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'},{'name':'a'}]}}");
    assertThat(apply(
            "apps.v1.Deployment",
            "{'spec':{'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1}}}}",
            "{'spec':{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}}"))
        .isEqualTo("{'spec':{'strategy':{'type':'Recreate'}}}");
  }

  @Test
  void elementsWithoutTheirKeyAreRefused() {
    assertThatThrownBy(() -> apply(
            "core.v1.Pod", "{'spec':{'containers':[]}}", "{'spec':{'containers':[{'image':'x'}]}}"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("merge key: name");
  }

  @Test
  void listsOfOneNameArePatchedByTheTypeTheyStandIn() throws Exception {
    String original = "{'imagePullSecrets':[{'name':'a'}]}";
    String patch = "{'imagePullSecrets':[{'name':'b'}]}";
    assertThat(apply("core.v1.ServiceAccount", original, patch)).isEqualTo(patch);
    assertThat(apply("core.v1.Pod", "{'spec':" + original + "}", "{'spec':" + patch + "}"))
        .isEqualTo("{'spec':{'imagePullSecrets':[{'name':'b'},{'name':'a'}]}}");
  }

  @Test
  void setsOfPlainValuesGrowAndSelectorsOfBudgetsAreReplaced() throws Exception {
    assertThat(apply("core.v1.Node", "{'spec':{'podCIDRs':['a']}}", "{'spec':{'podCIDRs':['b']}}"))
        .isEqualTo("{'spec':{'podCIDRs':['b','a']}}");
    assertThat(apply(
            "policy.v1.PodDisruptionBudget",
            "{'spec':{'selector':{'matchLabels':{'a':'b'}}}}",
            "{'spec':{'selector':{'matchLabels':{'c':'d'}}}}"))
        .isEqualTo("{'spec':{'selector':{'matchLabels':{'c':'d'}}}}");
  }

  @Test
  void elementsOfAnotherTypeAreRefused() {
    assertThatThrownBy(() -> apply(
            "core.v1.Pod",
            "{'spec':{'containers':[{'name':'a'}]}}",
            "{'spec':{'containers':['a']}}"))
        .isInstanceOf(PatchException.class)
        .hasMessage("list element types are not identical: [[map[name:a]] [a]]");
  }

  @Test
  void manyElementsAreFoundByKey() throws Exception {
    int many = 100_000;
    String all = IntStream.range(0, many)
        .mapToObj(i -> "{'name':'c" + i + "'}")
        .collect(Collectors.joining(","));
    String original = "{'spec':{'containers':[" + all + "]}}";
    assertThat(apply("core.v1.Pod", original, original)).isEqualTo(original);
    String backwards = IntStream.range(0, many)
        .mapToObj(i -> "{'name':'c" + (many - 1 - i) + "'}")
        .collect(Collectors.joining(","));
    assertThat(apply(
            "core.v1.Pod",
            original,
            "{'spec':{'$setElementOrder/containers':[" + backwards + "]}}"))
        .isEqualTo("{'spec':{'containers':[" + backwards + "]}}");
    assertThat(apply(
            "core.v1.Pod",
            original,
            "{'spec':{'containers':[" + all.replace("'}", "','$patch':'delete'}") + "]}}"))
        .isEqualTo("{'spec':{'containers':[]}}");
  }
}
