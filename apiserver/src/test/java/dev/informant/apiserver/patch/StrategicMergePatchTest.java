package dev.informant.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists that merge, and the directives. */
@Timeout(30)
class StrategicMergePatchTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static String apply(String kind, String original, String patch) throws Exception {
    ObjectNode tree = (ObjectNode) MAPPER.readTree(original.replace('\'', '"'));
    return StrategicMergePatch.apply(kind, tree, MAPPER.readTree(patch.replace('\'', '"')))
        .toString()
        .replace('"', '\'');
  }

  @Test
  void elementsMergeByKeyAndNewOnesAreAppended() throws Exception {
    assertThat(apply(
            "Pod",
            "{'spec':{'containers':[{'name':'a','image':'1'},{'name':'b'}]}}",
            "{'spec':{'containers':[{'name':'b','image':'2'},{'name':'c'}]}}"))
        .isEqualTo(
            "{'spec':{'containers':[{'name':'a','image':'1'},{'name':'b','image':'2'},{'name':'c'}]}}");
  }

  @Test
  void elementsAreDeletedByDirective() throws Exception {
    assertThat(apply(
            "Pod",
            "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}",
            "{'spec':{'containers':[{'name':'a','$patch':'delete'}]}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'}]}}");
  }

  @Test
  void listsAndObjectsAreReplacedByDirective() throws Exception {
    assertThat(
            apply(
                "Pod",
                "{'spec':{'containers':[{'name':'a'}],'securityContext':{'x':1}}}",
                "{'spec':{'containers':[{'name':'b'},{'$patch':'replace'}],'securityContext':{'$patch':'replace','y':2}}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'}],'securityContext':{'y':2}}}");
  }

  @Test
  void portsHaveTheKeyOfTheirPlace() throws Exception {
    assertThat(apply(
            "Service",
            "{'spec':{'ports':[{'port':80,'name':'a'}]}}",
            "{'spec':{'ports':[{'port':80,'name':'b'},{'port':81}]}}"))
        .isEqualTo("{'spec':{'ports':[{'port':80,'name':'b'},{'port':81}]}}");
    assertThat(apply(
            "Pod",
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':80}]}]}}",
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':81}]}]}}"))
        .isEqualTo(
            "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':81},{'containerPort':80}]}]}}");
    assertThat(apply(
            "NetworkPolicy",
            "{'spec':{'ports':[{'port':80}]}}",
            "{'spec':{'ports':[{'port':81}]}}"))
        .isEqualTo("{'spec':{'ports':[{'port':81}]}}");
  }

  @Test
  void plainListsAreReplacedExceptFinalizers() throws Exception {
    assertThat(apply(
            "Pod",
            "{'metadata':{'finalizers':['a']},'spec':{'args':['x']}}",
            "{'metadata':{'finalizers':['b']},'spec':{'args':['y']}}"))
        .isEqualTo("{'metadata':{'finalizers':['b','a']},'spec':{'args':['y']}}");
    assertThat(apply(
            "Pod",
            "{'metadata':{'finalizers':['a','b']}}",
            "{'metadata':{'$deleteFromPrimitiveList/finalizers':['a']}}"))
        .isEqualTo("{'metadata':{'finalizers':['b']}}");
  }

  @Test
  void orderAndRetainedKeysAreHonoured() throws Exception {
    assertThat(apply(
            "Pod",
            "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}",
            "{'spec':{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}]}}"))
        .isEqualTo("{'spec':{'containers':[{'name':'b'},{'name':'a'}]}}");
    assertThat(apply(
            "Deployment",
            "{'spec':{'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1}}}}",
            "{'spec':{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}}"))
        .isEqualTo("{'spec':{'strategy':{'type':'Recreate'}}}");
  }

  @Test
  void elementsWithoutTheirKeyAreRefused() {
    assertThatThrownBy(() ->
            apply("Pod", "{'spec':{'containers':[]}}", "{'spec':{'containers':[{'image':'x'}]}}"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("merge key: name");
  }
}
