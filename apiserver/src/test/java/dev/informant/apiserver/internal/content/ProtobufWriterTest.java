package dev.informant.apiserver.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import org.junit.jupiter.api.Test;

class ProtobufWriterTest {
  private static String written(String apiVersion, String kind, String json) throws Exception {
    Message message = ProtobufWriter.message(
        ProtobufTypes.find(apiVersion, kind), new ObjectMapper().readTree(json));
    return ProtobufReader.object(message).toString();
  }

  @Test
  void valuesOfTheWrongTypeAreLeftOut() throws Exception {
    assertThat(written(
            "coordination.k8s.io/v1",
            "Lease",
            "{\"metadata\":{\"name\":\"n\",\"generation\":\"x\"},\"spec\":{\"renewTime\":\"x\","
                + "\"leaseDurationSeconds\":\"x\",\"holderIdentity\":\"h\"}}"))
        .isEqualTo("{\"metadata\":{\"name\":\"n\"},\"spec\":{\"holderIdentity\":\"h\"}}");
    assertThat(written("v1", "Secret", "{\"data\":{\"a\":\"*\"},\"type\":\"t\"}"))
        .isEqualTo("{\"type\":\"t\"}");
    assertThat(written(
            "v1", "Pod", "{\"metadata\":7,\"spec\":{\"nodeName\":\"n\",\"containers\":[7]}}"))
        .contains("\"nodeName\":\"n\"");
    assertThat(written("v1", "ConfigMap", "7")).isEqualTo("{}");
  }
}
