package dev.informant.kubernetes.internal.fast.read;

import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.fast.share.Hashing;
import dev.informant.kubernetes.internal.fast.share.PreviousParts;
import dev.informant.kubernetes.internal.fast.share.SharedParts;
import dev.informant.kubernetes.internal.fast.share.StringCache;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads objects into one model class. Immutable but for its guesses; thread-safe. */
/*
 * Objects of a kind resemble each other, and neighbours in a list most of all. So the next thing is guessed before it is
 * looked up, and a guess costs one comparison of bytes. In the order they are made:
 *  1. The name: the field that followed this one last time (followers). Otherwise the name is hashed and looked up.
 *  2. A text: what stood in this field last time (Field.lastText). Otherwise its end is looked for, and the string
 *     cache asked, then the strings of this document (OwnStrings).
 *  3. A part of the object itself (depth 1) of a version that is not the first: the one of the version before
 *     (PreviousParts), known by length and digest. Where these parts mostly change, nobody looks.
 *  4. Any other part, and any element of a list: the one that stood at this place last time (Places.Place.last); then
 *     whatever part has the same bytes (SharedParts). Where parts rarely recur, it is just read.
 *
 * Plans, and with them the guesses 1 and 2, are one for all codecs of the process; parts (3 and 4) belong to a codec. A text is
 * remembered only if the codec's string cache does, so nothing of a confidential kind gets into a plan.
 *
 * Guesses are read and written by all threads without synchronisation. That is harmless: a stale one fails its
 * comparison. And what is seen is whole: a Field was made before the plan, which is published safely and reaches it through a
 * final array, so it does not matter by which racing write a reader came to it; StringCache.Entry and
 * SharedParts.Entry are records, whose fields are final. PreviousParts explains itself.
 */
public final class BeanPlan implements ValuePlan {
  /** What a field means to the decoder. */
  public enum Role {
    ORDINARY,
    /** Passed over. */
    LEFT_OUT,
    /** Of the metadata: tells objects apart. */
    UID
  }

  /** One field of the class. */
  public static final class Field {
    public final String name;
    final byte[] bytes;
    /** The name as it stands before a value, from its first letter to the colon. */
    final byte[] head;

    public final BiConsumer<Object, @Nullable Object> setter;
    public final ValuePlan plan;
    public final @Nullable Object nullValue;
    public final boolean skipNull;
    public final Role role;
    /** Tells this place of the model from all others; negative if its values are not parts. */
    public final int place;
    /** Its place among the fields, from 1 on. */
    int number;
    /** The text it was read as last; racing writers only spoil a guess. */
    public StringCache.@Nullable Entry lastText;

    public Field(
        String name,
        BiConsumer<Object, @Nullable Object> setter,
        ValuePlan plan,
        @Nullable Object nullValue,
        boolean skipNull,
        Role role,
        int place) {
      this.name = name;
      this.bytes = name.getBytes(StandardCharsets.UTF_8);
      this.head = (name + "\":").getBytes(StandardCharsets.UTF_8);
      this.setter = setter;
      this.plan = plan;
      this.nullValue = nullValue;
      this.skipNull = skipNull;
      this.role = role;
      this.place = place;
    }

    /** The same field, read in another way. */
    public Field read(ValuePlan other, Role as, int at) {
      return new Field(name, setter, other, nullValue, skipNull, as, at);
    }
  }

  /** Puts a shared empty collection where the class puts a new one. */
  public record Empty(BiConsumer<Object, @Nullable Object> setter, Object value) {}

  private final Class<?> type;
  private final Supplier<Object> constructor;
  private final Field[] fields;
  private final int[] table;
  /** Which field came after each the last time (place 0: first of all); racing writers only spoil a guess. */
  private final @Nullable Field[] followers;

  private final UnknownFields unknown;
  private final Empty[] empties;
  private final ValuePlan otherwise;

  /**
   * @param otherwise for what is no object in JSON
   */
  public BeanPlan(
      Class<?> type,
      Supplier<Object> constructor,
      List<Field> fields,
      UnknownFields unknown,
      List<Empty> empties,
      ValuePlan otherwise) {
    this.type = type;
    this.constructor = constructor;
    this.fields = fields.toArray(Field[]::new);
    this.unknown = unknown;
    this.otherwise = otherwise;
    this.empties = empties.toArray(Empty[]::new);
    this.table = table(this.fields);
    this.followers = new @Nullable Field[fields.size() + 1];
    Arrays.fill(followers, fields.isEmpty() ? null : fields.get(0));
  }

  /** Numbers the fields, and makes a table of the numbers by the names. */
  private static int[] table(Field[] fields) {
    int[] slots = new int[Integer.highestOneBit(Math.max(4, fields.length * 4)) * 2];
    for (int i = 0; i < fields.length; i++) {
      fields[i].number = i + 1;
      int slot = Hashing.of(fields[i].bytes, 0, fields[i].bytes.length) & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i + 1;
    }
    return slots;
  }

  public Class<?> type() {
    return type;
  }

  /** As the other two: for who writes down what there is to know of a class. */
  public List<Field> fields() {
    return List.of(fields);
  }

  public UnknownFields unknown() {
    return unknown;
  }

  public List<Empty> empties() {
    return List.of(empties);
  }

  /** The field of this name. */
  @Nullable
  public Field field(String name) {
    return Arrays.stream(fields)
        .filter(each -> each.name.equals(name))
        .findAny()
        .orElse(null);
  }

  /** The same class with one field read in another way; the others are the same. */
  public BeanPlan with(Field other) {
    List<Field> changed = Arrays.stream(fields)
        .map(each -> each.name.equals(other.name) ? other : each)
        .toList();
    return new BeanPlan(type, constructor, changed, unknown, List.of(empties), otherwise);
  }

  @Override
  public boolean isPart() {
    return true;
  }

  @Override
  public @Nullable Object read(FastReader json) {
    if (json.peek() != '{') {
      return json.read(otherwise);
    }
    SharedParts parts = json.parts;
    boolean sharing = parts != null;
    if (parts != null && json.acceptEmptyPart()) {
      Object known = parts.empty(this);
      return known == null ? parts.keepEmpty(this, make(json, /* sharing= */ true)) : known;
    }
    Object bean = make(json, sharing);
    boolean surprised = false;
    int before = 0;
    if (json.enter('{', '}')) {
      do {
        Field field = field(json, before);
        if (field != null) {
          before = field.number;
          read(json, bean, field);
        } else {
          surprised |= unknown(json, bean, sharing && !surprised);
        }
      } while (json.another('}'));
    }
    return bean;
  }

  /** A new object; its empty lists and maps are shared where other parts are. */
  private Object make(FastReader json, boolean sharing) {
    try {
      Object bean = constructor.get();
      if (sharing) {
        for (Empty empty : empties) {
          empty.setter.accept(bean, empty.value);
        }
      }
      return bean;
    } catch (Exception notMade) {
      throw json.wrong("an object that its class makes");
    }
  }

  /** Passes the name and colon of a known field; returns null without passing anything if unknown. */
  private @Nullable Field field(FastReader json, int before) {
    int from = json.openString();
    Field guess = followers[before];
    if (guess != null && json.follows(from, guess.head)) {
      json.at = from + guess.head.length;
      return guess;
    }
    int to = json.plainEnd(from);
    if (to < 0) {
      return null;
    }
    byte[] bytes = json.bytes;
    int slot = Hashing.of(bytes, from, to) & (table.length - 1);
    for (int i = table[slot]; i != 0; i = table[slot]) {
      Field field = fields[i - 1];
      if (Arrays.equals(bytes, from, to, field.bytes, 0, field.bytes.length)) {
        json.at = to + 1;
        json.expect(':');
        followers[before] = field;
        return field;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return null;
  }

  private void read(FastReader json, Object bean, Field field) {
    if (field.role == Role.LEFT_OUT) {
      json.skip();
      return;
    }
    if (json.acceptNull()) {
      if (!field.skipNull) {
        set(json, bean, field, field.nullValue);
      }
      return;
    }
    try {
      Object value = value(json, field);
      set(json, bean, field, value);
      if (field.role == Role.UID && value != null) {
        json.uidRead(value.hashCode());
      }
    } catch (DecodeException wrong) {
      throw new DecodeException(
          "field " + field.name + " of " + type.getSimpleName() + ": " + wrong.getMessage());
    }
  }

  private static void set(FastReader json, Object bean, Field field, @Nullable Object value) {
    try {
      field.setter.accept(bean, value);
    } catch (Exception notTaken) {
      throw json.wrong("a value that its class takes");
    }
  }

  private static @Nullable Object value(FastReader json, Field field) {
    if (field.plan == Scalars.TEXT) {
      return json.string(field);
    }
    SharedParts parts = json.parts;
    if (parts == null || field.place < 0) {
      return json.read(field.plan);
    }
    PreviousParts previous = json.previousAtThisLevel();
    return previous != null && json.isAtPart() && previous.isWorthLooking(field.place)
        ? unchanged(json, field, parts, previous)
        : parts.read(json, field.plan, field.place);
  }

  private static @Nullable Object unchanged(
      FastReader json, Field field, SharedParts parts, PreviousParts previous) {
    json.peek();
    int from = json.at;
    Object known = previous.take(json, json.uidHash(), field.place);
    if (known != null) {
      return known;
    }
    Object read = parts.read(json, field.plan, field.place);
    if (read != null && json.at - from >= PreviousParts.SMALLEST) {
      previous.keep(json.bytes, from, json.at, json.uidHash(), field.place, read);
    }
    return read;
  }

  /** A name with escapes, or one the class does not have. Returns whether the object has taken it in. */
  private boolean unknown(FastReader json, Object bean, boolean needsMap) {
    String name = json.name();
    for (Field field : fields) {
      if (field.name.equals(name)) {
        read(json, bean, field);
        return false;
      }
    }
    return unknown.read(json, bean, name, needsMap);
  }
}
