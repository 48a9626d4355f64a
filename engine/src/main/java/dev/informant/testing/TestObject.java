package dev.informant.testing;

import dev.informant.object.ObjectAccessor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A small object for tests, with the metadata that the engine reads and one field of data. Its labels are mutable, as
 * in most models, so that tests of the mutation detector can change them.
 */
public record TestObject(
    String namespace,
    String name,
    String uid,
    String resourceVersion,
    Map<String, String> labels,
    String data) {
  /** Reads the metadata of test objects. */
  public static final ObjectAccessor<TestObject> ACCESSOR = new Accessor();

  public TestObject {
    labels = labels.isEmpty() ? Map.of() : new LinkedHashMap<>(labels);
  }

  /** An object in namespace {@code default} without a version; its uid is derived from its name. */
  public static TestObject named(String name) {
    return of("default", name);
  }

  /** An object without a version; its uid is derived from namespace and name. */
  public static TestObject of(String namespace, String name) {
    return new TestObject(
        namespace, name, "uid-" + namespace + "-" + name, "", Map.of(), /* data= */ "");
  }

  /** Returns a deep copy. */
  public TestObject copy() {
    return new TestObject(namespace, name, uid, resourceVersion, labels, data);
  }

  public TestObject withName(String other) {
    return new TestObject(namespace, other, uid, resourceVersion, labels, data);
  }

  public TestObject withUid(String other) {
    return new TestObject(namespace, name, other, resourceVersion, labels, data);
  }

  public TestObject withResourceVersion(String version) {
    return new TestObject(namespace, name, uid, version, labels, data);
  }

  public TestObject withLabels(Map<String, String> others) {
    return new TestObject(namespace, name, uid, resourceVersion, others, data);
  }

  public TestObject withData(String other) {
    return new TestObject(namespace, name, uid, resourceVersion, labels, other);
  }

  private static final class Accessor implements ObjectAccessor<TestObject> {
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
