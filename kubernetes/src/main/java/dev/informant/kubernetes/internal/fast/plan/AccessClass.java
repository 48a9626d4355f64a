package dev.informant.kubernetes.internal.fast.plan;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a class that calls the constructor and the setters of another as written code does. One class for each model
 * class: a lambda for each setter would be ten times as many, and making those is a good part of what a start costs.
 * Used by one thread, once.
 */
/*
 * What is written, for a class B with setters s0, s1, …:
 *
 *   final class Access implements BeanAccess {
 *     public Object make() { return new B(); }
 *     public void set(Object bean, int setter, Object value) {
 *       switch (setter) { case 0: ((B) bean).s0((T0) value); return; case 1: … default: return; }
 *     }
 *   }
 *
 * Every case begins with the locals of the method and an empty stack, so every frame is "the same". The JVM
 * verifies the class as any other.
 */
final class AccessClass {
  private static final int JAVA_8 = 52;
  private static final int PUBLIC = 0x0001;
  private static final int FINAL_SUPER = 0x0030;
  private static final int MOST_SETTERS = 250;
  private static final String OBJECT = "java/lang/Object";
  private static final String CONSTRUCTOR = "<init>";
  private static final String NOTHING_TO_VOID = "()V";

  private final Map<String, Integer> constants = new HashMap<>();
  private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
  private final DataOutputStream pool = new DataOutputStream(poolBytes);
  private int poolSize = 1;

  private AccessClass() {}

  /**
   * @throws IllegalAccessException if this class may not call what it is to call
   */
  static BeanAccess of(Class<?> type, List<SetterCall> setters)
      throws IOException, ReflectiveOperationException {
    if (setters.isEmpty() || setters.size() > MOST_SETTERS) {
      throw new IllegalAccessException(type + " has no setters, or too many");
    }
    byte[] written = new AccessClass().write(type, setters);
    Class<?> made = MethodHandles.lookup()
        .defineHiddenClass(written, /* initialize= */ true)
        .lookupClass();
    return (BeanAccess) made.getDeclaredConstructor().newInstance();
  }

  private byte[] write(Class<?> type, List<SetterCall> setters) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeShort(FINAL_SUPER);
    out.writeShort(type(AccessClass.class.getPackageName().replace('.', '/') + "/Access"));
    out.writeShort(type(OBJECT));
    out.writeShort(1);
    out.writeShort(type(name(BeanAccess.class)));
    out.writeShort(0); // fields
    out.writeShort(3);
    method(out, CONSTRUCTOR, NOTHING_TO_VOID, 1, 1, constructor(), new byte[0]);
    method(out, "make", "()Ljava/lang/Object;", 2, 1, make(type), new byte[0]);
    List<Integer> targets = new ArrayList<>();
    byte[] set = set(type, setters, targets);
    method(out, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", 2, 4, set, frames(targets));
    out.writeShort(0); // attributes

    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream file = new DataOutputStream(whole);
    file.writeInt(0xCAFEBABE);
    file.writeShort(0);
    file.writeShort(JAVA_8);
    file.writeShort(poolSize);
    poolBytes.writeTo(file);
    body.writeTo(file);
    return whole.toByteArray();
  }

  private byte[] constructor() throws IOException {
    Code code = new Code();
    code.op(0x2a); // aload_0
    code.op(0xb7, member(10, OBJECT, CONSTRUCTOR, NOTHING_TO_VOID)); // invokespecial
    code.op(0xb1); // return
    return code.bytes();
  }

  private byte[] make(Class<?> type) throws IOException {
    Code code = new Code();
    code.op(0xbb, type(name(type))); // new
    code.op(0x59); // dup
    code.op(0xb7, member(10, name(type), CONSTRUCTOR, NOTHING_TO_VOID)); // invokespecial
    code.op(0xb0); // areturn
    return code.bytes();
  }

  private byte[] set(Class<?> type, List<SetterCall> setters, List<Integer> targets)
      throws IOException {
    Code cases = new Code();
    int tableEnd =
        16 + 4 * setters.size(); // iload_2, tableswitch, padding, three bounds, the table
    for (SetterCall setter : setters) {
      targets.add(tableEnd + cases.length());
      cases.op(0x2b); // aload_1
      cases.op(0xc0, type(name(type))); // checkcast
      cases.op(0x2d); // aload_3
      cases.op(0xc0, type(setter.parameter().replace('.', '/'))); // checkcast
      int method = member(10, name(type), setter.name(), setter.descriptor());
      cases.op(0xb6, method); // invokevirtual
      if (setter.returnsSomething()) {
        cases.op(0x57); // pop
      }
      cases.op(0xb1); // return
    }
    targets.add(tableEnd + cases.length());
    cases.op(0xb1); // return

    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    out.writeByte(0x1c); // iload_2
    out.writeByte(0xaa); // tableswitch, at 1: its numbers begin at 4
    out.writeShort(0);
    out.writeInt(targets.get(setters.size()) - 1);
    out.writeInt(0);
    out.writeInt(setters.size() - 1);
    for (int i = 0; i < setters.size(); i++) {
      out.writeInt(targets.get(i) - 1);
    }
    out.write(cases.bytes());
    return all.toByteArray();
  }

  /** The attribute that says: at each target everything is as at the beginning. */
  private byte[] frames(List<Integer> targets) throws IOException {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(table);
    int before = -1;
    for (int target : targets) {
      int distance = target - before - 1;
      if (distance < 64) {
        out.writeByte(distance); // same_frame
      } else {
        out.writeByte(251); // same_frame_extended
        out.writeShort(distance);
      }
      before = target;
    }
    ByteArrayOutputStream attribute = new ByteArrayOutputStream();
    DataOutputStream whole = new DataOutputStream(attribute);
    whole.writeShort(text("StackMapTable"));
    whole.writeInt(table.size() + 2);
    whole.writeShort(targets.size());
    table.writeTo(whole);
    return attribute.toByteArray();
  }

  private void method(
      DataOutputStream out,
      String name,
      String descriptor,
      int stack,
      int locals,
      byte[] code,
      byte[] attribute)
      throws IOException {
    out.writeShort(PUBLIC);
    out.writeShort(text(name));
    out.writeShort(text(descriptor));
    out.writeShort(1);
    out.writeShort(text("Code"));
    out.writeInt(12 + code.length + attribute.length);
    out.writeShort(stack);
    out.writeShort(locals);
    out.writeInt(code.length);
    out.write(code);
    out.writeShort(0); // exceptions
    out.writeShort(attribute.length == 0 ? 0 : 1);
    out.write(attribute);
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  // ---- the constant pool

  private int text(String text) throws IOException {
    Integer known = constants.get(text);
    if (known != null) {
      return known;
    }
    pool.writeByte(1);
    pool.writeUTF(text);
    return added(text);
  }

  private int type(String name) throws IOException {
    return pair(7, text(name), -1);
  }

  private int member(int tag, String owner, String name, String descriptor) throws IOException {
    return pair(tag, type(owner), pair(12, text(name), text(descriptor)));
  }

  private int pair(int tag, int first, int second) throws IOException {
    String key = tag + " " + first + " " + second; // no name has a blank
    Integer known = constants.get(key);
    if (known != null) {
      return known;
    }
    pool.writeByte(tag);
    pool.writeShort(first);
    if (second >= 0) {
      pool.writeShort(second);
    }
    return added(key);
  }

  private int added(String key) {
    constants.put(key, poolSize);
    return poolSize++;
  }

  /** Instructions, one after the other. */
  private static final class Code {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void op(int code) {
      bytes.write(code);
    }

    void op(int code, int constant) {
      bytes.write(code);
      bytes.write(constant >>> 8);
      bytes.write(constant);
    }

    int length() {
      return bytes.size();
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }
}
