package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which differences are exact, which are of the wording, and which are none. Answers are in single quotes. */
class GradeTest {
  private static final String REFUSAL =
      "{'status':422,'headers':{'content-type':'application/json'},'body':{'kind':'Status','status':'Failure',"
          + "'reason':'Invalid','message':'m','details':{'name':'a','causes':[{'reason':'FieldValueInvalid','field':'spec.a',"
          + "'message':'one'},{'reason':'FieldValueRequired','field':'spec.b','message':'two'}]}}}";

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static Map<String, AnswerDifference> differences(List<String> real, List<String> embedded)
      throws Exception {
    Map<String, JsonNode> expected = new LinkedHashMap<>();
    Map<String, JsonNode> actual = new LinkedHashMap<>();
    for (int i = 0; i < real.size(); i++) {
      expected.put("step " + i, json(real.get(i)));
      actual.put("step " + i, json(embedded.get(i)));
    }
    return Conformance.differences(expected, actual);
  }

  private static String grade(String real, String embedded) throws Exception {
    AnswerDifference difference = differences(List.of(real), List.of(embedded)).get("step 0");
    return difference == null ? "equal" : difference.grade().name();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'m' | 'm' | equal",
        "'message':'m' | 'message':'n' | WORDING",
        "'message':'one' | 'message':'eins' | WORDING",
        "'reason':'Invalid' | 'reason':'BadRequest' | EXACT",
        "'field':'spec.a' | 'field':'spec.c' | EXACT",
        "'reason':'FieldValueRequired' | 'reason':'FieldValueInvalid' | EXACT",
        "'name':'a' | 'name':'b' | EXACT",
        "'status':422 | 'status':400 | EXACT",
        "'content-type':'application/json' | 'content-type':'text/plain' | EXACT",
        "'headers':{ | 'headers':{'warning':'w', | WORDING",
      })
  void refusalsAreGraded(String part, String changed, String grade) throws Exception {
    assertThat(grade(REFUSAL, REFUSAL.replace(part, changed))).isEqualTo(grade);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'status':200,'body':{'message':'m'}} | {'status':200,'body':{'message':'n'}} | EXACT",
        "{'status':200,'text':'ok'} | {'status':200,'text':'fine'} | EXACT",
        "{'status':404,'body':'not found'} | {'status':404,'body':'no such page'} | WORDING",
        "{'status':404,'body':'not found'} | {'status':404,'body':{}} | EXACT",
        "{'body':{'status':'Failure','message':'m'}} | {'body':{'status':'Failure','message':'n'}} | WORDING",
        "[{'type':'ADDED','object':{'message':'m'}}] | [{'type':'ADDED','object':{'message':'n'}}] | EXACT",
        "[{'object':{'kind':'Status','status':'Failure','message':'m'}}]"
            + " | [{'object':{'kind':'Status','status':'Failure','message':'n'}}] | WORDING",
        "[{'object':{'kind':'Status','status':'Failure','code':410}}]"
            + " | [{'object':{'kind':'Status','status':'Failure','code':500}}] | EXACT",
      })
  void answersAreGraded(String real, String embedded, String grade) throws Exception {
    assertThat(grade(real, embedded)).isEqualTo(grade);
  }

  @Test
  void orderOfCausesIsWording() throws Exception {
    String turned = REFUSAL
        .replace("FieldValueInvalid','field':'spec.a','message':'one", "X")
        .replace(
            "FieldValueRequired','field':'spec.b','message':'two",
            "FieldValueInvalid','field':'spec.a','message':'one")
        .replace("X", "FieldValueRequired','field':'spec.b','message':'two");
    assertThat(grade(REFUSAL, turned)).isEqualTo("WORDING");
  }

  @Test
  void messagesOfProtobufRefusalsAreWording() throws Exception {
    String status =
        "{'status':404,'protobuf':'1: \\'v1\\'\\n2: \\'Status\\'\\n\\n2: \\'Failure\\'\\n3: \\'m\\'\\n"
            + "4: \\'NotFound\\'\\n6: 404\\n'}";
    assertThat(grade(status, status.replace("\\'m\\'", "\\'n\\'"))).isEqualTo("WORDING");
    assertThat(grade(status, status.replace("NotFound", "Gone"))).isEqualTo("EXACT");
  }

  @Test
  void numbersMayShiftButNotMix() throws Exception {
    List<String> recorded = List.of(
        "{'body':{'uid':'uid-2','resourceVersion':'version 3'}}",
        "{'body':{'uid':'uid-3','resourceVersion':'version 4'}}",
        "{'body':{'uid':'uid-2','resourceVersion':'version 4'}}");
    List<String> shifted = List.of(
        "{'body':{'uid':'uid-1','resourceVersion':'version 1'}}",
        "{'body':{'uid':'uid-2','resourceVersion':'version 2'}}",
        "{'body':{'uid':'uid-1','resourceVersion':'version 2'}}");
    assertThat(differences(recorded, shifted)).isEmpty();
    List<String> mixed =
        List.of(shifted.get(0), shifted.get(1), shifted.get(2).replace("uid-1", "uid-2"));
    assertThat(differences(recorded, mixed)).containsOnlyKeys("step 2");
    List<String> unchanged = List.of(shifted.get(0), shifted.get(0), shifted.get(2));
    assertThat(differences(recorded, unchanged)).containsOnlyKeys("step 1");
  }

  @Test
  void fewerExactAnswersAreWorseUnlessTheirStepsAreDeleted() {
    ConformanceNumbers before = new ConformanceNumbers(10, 0, 9, 8);
    assertThat(new ConformanceNumbers(10, 0, 8, 8).isWorseThan(before)).isTrue();
    assertThat(new ConformanceNumbers(10, 1, 8, 8).isWorseThan(before)).isFalse();
    assertThat(new ConformanceNumbers(10, 0, 9, 1).isWorseThan(before)).isFalse();
  }
}
