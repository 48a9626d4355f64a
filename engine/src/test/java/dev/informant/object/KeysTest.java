package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.testing.TestObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
    assertThat(new KeyException("what", null, cause)).hasMessage("what").hasCause(cause);
  }

  @Test
  @Tag("client-go:TestKeyError")
  void aKeyExceptionCarriesTheObjectAndNotItsContent() {
    TestObject nameless = TestObject.named("").withData("secret");
    assertThatThrownBy(() -> TestObject.ACCESSOR.key(nameless))
        .isInstanceOfSatisfying(
            KeyException.class, failure -> assertThat(failure.object()).isSameAs(nameless))
        .hasMessage("object has no name in namespace default");
    assertThatThrownBy(() -> Keys.split("a/b/c"))
        .isInstanceOfSatisfying(
            KeyException.class, failure -> assertThat(failure.object()).isNull());
  }

  @Test
  void whateverAnAccessorThrowsIsAKeyExceptionWithTheObject() {
    TestObject object = TestObject.named("a");
    for (RuntimeException thrown :
        List.of(new IllegalStateException("planted"), new KeyException("planted"))) {
      ObjectAccessor<TestObject> broken = new BrokenAccessor(thrown);
      assertThatThrownBy(() -> Keys.of(object, broken))
          .isInstanceOfSatisfying(
              KeyException.class, failure -> assertThat(failure.object()).isSameAs(object))
          .hasCause(thrown);
    }
    assertThat(Keys.of(object, TestObject.ACCESSOR)).isEqualTo("default/a");
  }

  @Test
  void theKeyOfAnObjectThatIsGoneAndAnExplicitKeyStandForTheObject() {
    Function<Object, String> key = Keys.function(TestObject.class, TestObject.ACCESSOR);
    assertThat(key.apply(TestObject.named("a"))).isEqualTo("default/a");
    assertThat(key.apply(new ExplicitKey("default/b"))).isEqualTo("default/b");
    assertThat(key.apply(new Deleted<TestObject>("default/c", null, true))).isEqualTo("default/c");
    assertThat(new ExplicitKey("default/b")).hasToString("default/b");
    assertThatThrownBy(() -> new ExplicitKey("")).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> key.apply("default/d"))
        .isInstanceOfSatisfying(
            KeyException.class, failure -> assertThat(failure.object()).isEqualTo("default/d"))
        .hasMessageContaining("java.lang.String is not a ");
  }

  private record BrokenAccessor(RuntimeException thrown) implements ObjectAccessor<TestObject> {
    @Override
    public String key(TestObject object) {
      throw thrown;
    }

    @Override
    public String namespace(TestObject object) {
      return object.namespace();
    }

    @Override
    public String name(TestObject object) {
      return object.name();
    }

    @Override
    public String uid(TestObject object) {
      return object.uid();
    }

    @Override
    public String resourceVersion(TestObject object) {
      return object.resourceVersion();
    }

    @Override
    public Map<String, String> labels(TestObject object) {
      return object.labels();
    }
  }
}
