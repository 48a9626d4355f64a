package dev.informant.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JavaType;
import dev.informant.apiserver.registry.BuiltInResources;
import dev.informant.apiserver.values.ModelFields;
import dev.informant.apiserver.values.ModelNames;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table names types by what a kube-apiserver calls them, the models by what Java does. */
@Timeout(60)
class MergeKeysTest {
  @Test
  void everyRuleIsAboutAFieldOfAModel() {
    Map<String, JavaType> fields = new HashMap<>();
    Set<Class<?>> seen = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>();
    BuiltInResources.served(Set.of()).forEach(type -> {
      if (type.model() != null) {
        open.add(type.model());
      }
    });
    while (!open.isEmpty()) {
      Class<?> model = open.remove();
      if (seen.add(model)) {
        ModelFields.of(model).forEach((field, type) -> {
          fields.put(ModelNames.of(model) + "." + field, type);
          JavaType inner = type;
          while (inner.isContainerType()) {
            inner = inner.getContentType();
          }
          open.add(inner.getRawClass());
        });
      }
    }
    assertThat(MergeKeys.all()).hasSizeGreaterThan(50);
    assertThat(fields.keySet()).containsAll(MergeKeys.all().keySet());
    MergeKeys.all().forEach((field, rule) -> {
      if (!rule.key().isEmpty()) {
        assertThat(ModelFields.of(fields.get(field).getContentType().getRawClass()))
            .as(field)
            .containsKey(rule.key());
      }
    });
  }
}
