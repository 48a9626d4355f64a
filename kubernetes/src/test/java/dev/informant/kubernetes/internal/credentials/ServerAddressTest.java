package dev.informant.kubernetes.internal.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.kubernetes.transport.ApiConnection;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ServerAddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://u:hunter2@exa mple:1",
        "http://u:hun@ter2@example.test:1",
        "http://u:hun/hunter2@example.test",
        "https://u:hunter2@example.test:99999",
        "https://u:hunter2@",
        "ftp://u:hunter2@example.test",
        "http://u:12/hunter2@example.test",
        "http://u:12?hunter2@example.test",
        "http://u:12#hunter2@example.test",
        "http://hunter2/x@example.test",
        "http:/u:hunter2@example.test",
        "u:12/hunter2@example.test",
        "u:hun://ter2@example.test",
        "https://example.test?token=hunter2",
        "https://example.test/#hunter2"
      })
  void aMalformedAddressIsRefusedWithoutItsPassword(String address) {
    assertThat(ServerAddress.isValid(address)).isFalse();
    assertThat(ServerAddress.complaint(address)).doesNotContain("hunter2", "ter2", "hun");
  }

  @Test
  void aConnectionToAMalformedAddressIsNotMade() {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl("http://u:hunter2@exa mple:1/")
        .build();
    assertThatThrownBy(() -> ApiConnection.of(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exa mple:1")
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.test",
        "http://127.0.0.1:8080/",
        "https://[::1]:6443/prefix",
        "http://with_underscore:80",
        "example.test:6443",
        "127.0.0.1:6443",
        "https://u:p%40ss@example.test/k8s"
      })
  void anAddressThatWorksIsTaken(String address) {
    assertThat(ServerAddress.isValid(address)).isTrue();
  }

  @Test
  void userAndPasswordAreLeftOut() {
    assertThat(ServerAddress.withoutUser("https://u:p@example.test/a"))
        .isEqualTo("https://example.test/a");
    assertThat(ServerAddress.withoutUser("https://u:p%2f@example.test:1/a%40b"))
        .isEqualTo("https://example.test:1/a%40b");
    assertThat(ServerAddress.withoutUser("u:p@example.test:1")).isEqualTo("example.test:1");
    assertThat(ServerAddress.withoutUser("u:p@example.test/x://y")).isEqualTo("example.test/x://y");
    // It may as well be the end of a password: then what is before it must not be shown.
    assertThat(ServerAddress.withoutUser("https://example.test/a@b")).isEqualTo("https://b");
  }
}
