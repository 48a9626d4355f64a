package dev.informant.internal.store;

import dev.informant.object.ObjectAccessor;
import dev.informant.store.IndexFunction;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * An object to store in tests: immutable, with everything an accessor asks for and a list of
 * colours to index by.
 */
public record Widget(
    String namespace,
    String name,
    String uid,
    String resourceVersion,
    Map<String, String> labels,
    List<String> colours) {
  public static final ObjectAccessor<Widget> ACCESSOR = new Accessor();

  /** Finds widgets by namespace. */
  public static final IndexFunction<Widget> BY_NAMESPACE = widget -> List.of(widget.namespace);

  /** Finds widgets by any of their colours. */
  public static final IndexFunction<Widget> BY_COLOUR = Widget::colours;

  /** A widget named {@code namespace/name} or {@code name}. */
  public static Widget of(String key, String resourceVersion, String... colours) {
    int slash = key.indexOf('/');
    return new Widget(
        slash < 0 ? "" : key.substring(0, slash),
        key.substring(slash + 1),
        "uid-" + key,
        resourceVersion,
        Map.of(),
        List.of(colours));
  }

  public Widget labelled(String label, String value) {
    return new Widget(namespace, name, uid, resourceVersion, Map.of(label, value), colours);
  }

  public Widget withUid(String other) {
    return new Widget(namespace, name, other, resourceVersion, labels, colours);
  }

  public Widget at(String version) {
    return new Widget(namespace, name, uid, version, labels, colours);
  }

  public Widget coloured(Collection<String> others) {
    return new Widget(namespace, name, uid, resourceVersion, labels, List.copyOf(others));
  }

  public String key() {
    return ACCESSOR.key(this);
  }

  private static final class Accessor implements ObjectAccessor<Widget> {
    @Override
    public String namespace(Widget widget) {
      return widget.namespace;
    }

    @Override
    public String name(Widget widget) {
      return widget.name;
    }

    @Override
    public String uid(Widget widget) {
      return widget.uid;
    }

    @Override
    public String resourceVersion(Widget widget) {
      return widget.resourceVersion;
    }

    @Override
    public Map<String, String> labels(Widget widget) {
      return widget.labels;
    }
  }
}
