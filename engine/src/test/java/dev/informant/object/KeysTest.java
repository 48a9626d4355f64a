package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KeysTest {
  @Test
  @Tag("client-go:TestObjectNames")
  void aKeyIsMadeAndTakenApart() {
    assertThat(Keys.of("ns", "name")).isEqualTo("ns/name");
    assertThat(Keys.of("", "name")).isEqualTo("name");
    assertThat(Keys.split("ns/name"))
        .isEqualTo(new ObjectName("ns", "name"))
        .hasToString("ns/name");
    assertThat(Keys.split("name")).isEqualTo(new ObjectName("", "name")).hasToString("name");
    assertThat(Keys.namespace("ns/name")).isEqualTo("ns");
    assertThat(Keys.name("ns/name")).isEqualTo("name");
  }

  @Test
  void anObjectWithoutANameHasNoKey() {
    assertThatThrownBy(() -> Keys.of("", ""))
        .isInstanceOf(KeyException.class)
        .hasMessage("object has no name");
    assertThatThrownBy(() -> Keys.of("ns", ""))
        .isInstanceOf(KeyException.class)
        .hasMessage("object has no name in namespace ns");
  }

  @Test
  @Tag("client-go:TestObjectNames")
  void moreThanOneSlashIsNoKey() {
    assertThatThrownBy(() -> Keys.split("a/b/c"))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("\"a/b/c\"");
  }

  @Test
  @Tag("client-go:TestKeyError")
  void aKeyExceptionKeepsItsCause() {
    IllegalStateException cause = new IllegalStateException("why");
    assertThat(new KeyException("what", cause)).hasMessage("what").hasCause(cause);
  }
}
