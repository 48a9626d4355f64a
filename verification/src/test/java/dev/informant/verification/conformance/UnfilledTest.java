package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of defaults that are not filled in hides nothing that a client has set. */
class UnfilledTest {
  private static Object differences(String real, String embedded) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode wanted = mapper.readTree("{\"status\":200,\"body\":" + real + "}");
    JsonNode answer = mapper.readTree("{\"status\":200,\"body\":" + embedded + "}");
    return Conformance.differences(Map.of("step", wanted), Map.of("step", answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"spec\":{\"replicas\":7,\"paused\":true}} | {\"spec\":{\"paused\":true}}",
        "{\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"paused\":true}} | {\"spec\":{\"paused\":true}}",
        "{\"spec\":{\"type\":\"NodePort\",\"ports\":[]}} | {\"spec\":{\"ports\":[]}}",
        "{\"spec\":{\"clusterIP\":\"10.0.0.9\",\"ports\":[]}} | {\"spec\":{\"ports\":[]}}",
        "{\"spec\":{\"ports\":[{\"port\":80,\"protocol\":\"UDP\"}]}} | {\"spec\":{\"ports\":[{\"port\":80}]}}",
        "{\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":80}]}} | {\"spec\":{\"ports\":[{\"port\":80}]}}",
        "{\"source\":{\"component\":\"kubelet\"}} | {}",
        "{\"eventTime\":\"2026-01-01T00:00:00.000000Z\"} | {}",
        "{\"spec\":{\"tolerations\":[{\"key\":\"mine\"}]}} | {\"spec\":{}}",
        "{\"spec\":{\"restartPolicy\":\"Never\"}} | {\"spec\":{}}",
        "{\"spec\":{\"terminationGracePeriodSeconds\":5}} | {\"spec\":{}}",
      })
  void valueThatIsNoDefaultMustNotBeMissing(String real, String embedded) throws Exception {
    assertThat(differences(real, embedded)).isNotEqualTo(Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"spec\":{\"restartPolicy\":\"Always\"}} | {\"spec\":{}}",
        "{\"containers\":[{\"imagePullPolicy\":\"IfNotPresent\"}]} | {\"containers\":[{}]}",
        "{\"valueFrom\":{\"fieldRef\":{\"apiVersion\":\"v1\",\"a\":1}}} | {\"valueFrom\":{\"fieldRef\":{\"a\":1}}}",
        "{\"spec\":{\"sessionAffinityConfig\":{\"clientIP\":{\"timeoutSeconds\":10800}}}} | {\"spec\":{}}",
      })
  void defaultMayBeMissing(String real, String embedded) throws Exception {
    assertThat(differences(real, embedded)).isEqualTo(Map.of());
  }
}
