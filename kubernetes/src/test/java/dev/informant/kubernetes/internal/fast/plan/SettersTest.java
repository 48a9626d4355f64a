package dev.informant.kubernetes.internal.fast.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SettersTest {
  /** With setters as models have them, and one that returns something. */
  public static class Model {
    String text = "";
    List<String> list = List.of();
    byte[] bytes = {};

    public void setText(String value) {
      text = value;
    }

    public Model setList(List<String> value) {
      list = value;
      return this;
    }

    public void setBytes(byte[] value) {
      bytes = value;
    }
  }

  @Test
  void aWrittenClassCallsEachSetterByItsNumber() throws Exception {
    BeanAccess access = AccessClass.of(
        Model.class,
        List.of(
            SetterCall.of(Model.class.getMethod("setText", String.class)),
            SetterCall.of(Model.class.getMethod("setList", List.class)),
            SetterCall.of(Model.class.getMethod("setBytes", byte[].class))));
    Model made = (Model) access.make();
    access.set(made, 1, List.of("a"));
    access.set(made, 0, "b");
    access.set(made, 2, new byte[] {1});
    access.set(made, 3, "nobody's");
    assertThat(made.text).isEqualTo("b");
    assertThat(made.list).containsExactly("a");
    assertThat(made.bytes).containsExactly(1);
    access.set(made, 0, null);
    assertThat(made.text).isNull();
    assertThatThrownBy(() -> access.set(made, 0, 5)).isInstanceOf(ClassCastException.class);
  }

  @Test
  void moreSettersThanABranchReachesInOneByteAreCalledToo() throws Exception {
    List<SetterCall> many = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      many.add(SetterCall.of("setText", String.class.getName()));
    }
    BeanAccess access = AccessClass.of(Model.class, many);
    Model made = (Model) access.make();
    access.set(made, 199, "last");
    assertThat(made.text).isEqualTo("last");
  }

  @Test
  void theModelsAreCalledAsWrittenCodeCallsThem() {
    for (Class<?> type : List.of(ConfigMap.class, ObjectMeta.class)) {
      Setters setters = new Setters(type);
      assertThat(setters.unknownMap()).isNotNull();
      assertThat(setters.isLinked()).as("%s", type).isTrue();
    }
  }

  @Test
  void aClassThatCannotBeLinkedIsCalledByReflection() {
    Setters setters = new Setters(ConfigMap.class); // none of its setters is asked for
    assertThat(setters.isLinked()).isFalse();
    assertThat(setters.constructor().get()).isInstanceOf(ConfigMap.class);
  }

  @Test
  void theMapOfUnknownFieldsIsReplaced() {
    Setters setters = new Setters(ConfigMap.class);
    var unknown = Objects.requireNonNull(setters.unknownMap());
    ConfigMap made = (ConfigMap) setters.constructor().get();
    Map<String, Object> map = Map.of("a", 1);
    unknown.accept(made, map);
    assertThat(made.getAdditionalProperties()).isSameAs(map);
  }

  @Test
  void noSetterIsForgottenByAskingTooLate() {
    Setters setters = new Setters(ConfigMap.class);
    setters.constructor().get();
    assertThatThrownBy(setters::unknownMap).isInstanceOf(IllegalStateException.class);
  }
}
