package dev.informant;

import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.ObjectBytes;
import dev.informant.internal.store.Widget;
import dev.informant.testing.TestObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The test objects as bytes. */
public final class TestBytes {
  /** Test objects. */
  public static final ObjectBytes<TestObject> OBJECTS = new ObjectBytes<>() {
    @Override
    public byte[] write(TestObject object) {
      return bytes(out -> {
        strings(
            out,
            List.of(
                object.namespace(),
                object.name(),
                object.uid(),
                object.resourceVersion(),
                object.data()));
        map(out, object.labels());
      });
    }

    @Override
    public TestObject read(byte[] bytes) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      List<String> texts = strings(in);
      return new TestObject(
          texts.get(0), texts.get(1), texts.get(2), texts.get(3), map(in), texts.get(4));
    }
  };

  /** Widgets. */
  public static final ObjectBytes<Widget> WIDGETS = new ObjectBytes<>() {
    @Override
    public byte[] write(Widget widget) {
      return bytes(out -> {
        strings(
            out,
            List.of(widget.namespace(), widget.name(), widget.uid(), widget.resourceVersion()));
        map(out, widget.labels());
        strings(out, widget.colours());
      });
    }

    @Override
    public Widget read(byte[] bytes) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      List<String> texts = strings(in);
      return new Widget(
          texts.get(0), texts.get(1), texts.get(2), texts.get(3), map(in), strings(in));
    }
  };

  private TestBytes() {}

  public static CompactForm<TestObject> compactObjects() {
    return CompactForm.builder(TestObject.ACCESSOR, OBJECTS).build();
  }

  public static CompactForm<Widget> compactWidgets() {
    return CompactForm.builder(Widget.ACCESSOR, WIDGETS).build();
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void strings(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private static void map(DataOutputStream out, Map<String, String> map) throws IOException {
    List<String> flat = new ArrayList<>();
    new TreeMap<>(map).forEach((key, value) -> flat.addAll(List.of(key, value)));
    strings(out, flat);
  }

  private static List<String> strings(DataInputStream in) {
    try {
      List<String> texts = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        texts.add(in.readUTF());
      }
      return List.copyOf(texts);
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }

  private static Map<String, String> map(DataInputStream in) {
    List<String> flat = strings(in);
    Map<String, String> map = new TreeMap<>();
    for (int at = 0; at < flat.size(); at += 2) {
      map.put(flat.get(at), flat.get(at + 1));
    }
    return Map.copyOf(map);
  }
}
