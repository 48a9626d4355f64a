package dev.informant.kubernetes.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ManagedFieldsTest {
  @Test
  void theMemberIsCutWhereverItStands() {
    String fields = "\"managedFields\":[{\"fieldsV1\":{\"k:{\\\"ip\\\":1}\":{}}}]";
    assertCut("{\"metadata\":{" + fields + "}}", "{\"metadata\":{}}");
    assertCut("{\"metadata\":{\"a\":1," + fields + "}}", "{\"metadata\":{\"a\":1}}");
    assertCut("{\"metadata\":{" + fields + ",\"a\":1}}", "{\"metadata\":{\"a\":1}}");
    assertCut(
        "{\"metadata\":{\"a\":1, " + fields + " ,\"b\":2}}", "{\"metadata\":{\"a\":1 ,\"b\":2}}");
    assertCut(
        "{\"x\":1,\"metadata\" : {\"a\":{}," + fields + "},\"y\":2}",
        "{\"x\":1,\"metadata\" : {\"a\":{}},\"y\":2}");
  }

  @Test
  void nothingElseIsTouched() {
    for (String same : new String[] {
      "{}",
      "{\"metadata\":null}",
      "{\"metadata\":{}}",
      "{\"managedFields\":[]}",
      "[1]",
      "{\"metadata\":{\"managed",
      "{\"spec\":{\"metadata\":{\"managedFields\":[]}}}"
    }) {
      assertCut(same, same);
    }
  }

  @Test
  void aHeadIsReadAsFarAsTheBytesGo() {
    byte[] bytes =
        "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"b\",\"uid\":5,\"resourceVersion\":\"7\",\"lab"
            .getBytes(StandardCharsets.UTF_8);
    ObjectHead head = ObjectHead.read(bytes, 0, bytes.length);
    assertThat(head.key()).isEqualTo("b/a");
    assertThat(head.uid()).isEmpty();
    assertThat(head.resourceVersion()).isEqualTo("7");
    assertThat(head.kind()).isEqualTo("Pod");
  }

  private static void assertCut(String before, String after) {
    byte[] bytes = ("##" + before + "##").getBytes(StandardCharsets.UTF_8);
    int length = bytes.length - 4;
    int gap = ManagedFields.cut(bytes, 2, length);
    assertThat(new String(bytes, 2 + gap, length - gap, StandardCharsets.UTF_8)).isEqualTo(after);
    assertThat(new String(bytes, StandardCharsets.UTF_8)).startsWith("##").endsWith("##");
  }
}
