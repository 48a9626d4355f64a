package dev.informant.kubernetes.internal.fast;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Classes of users that are written as the models are, each with something that those do not have. */
public final class UserKinds {
  private UserKinds() {}

  public abstract static class Any {
    @JsonIgnore
    private final Map<String, Object> additional = new LinkedHashMap<>();

    @JsonAnyGetter
    public Map<String, Object> getAdditional() {
      return additional;
    }

    @JsonAnySetter
    public void put(String name, Object value) {
      additional.put(name, value);
    }
  }

  @JsonDeserialize(using = JsonDeserializer.None.class)
  @Group("x.y")
  @Version("v1")
  public abstract static class Base extends Any implements HasMetadata {
    private String apiVersion;
    private String kind;
    private ObjectMeta metadata = new ObjectMeta();

    @Override
    public String getApiVersion() {
      return apiVersion;
    }

    @Override
    public void setApiVersion(String value) {
      apiVersion = value;
    }

    @Override
    public String getKind() {
      return kind;
    }

    public void setKind(String value) {
      kind = value;
    }

    @Override
    public ObjectMeta getMetadata() {
      return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta value) {
      metadata = value;
    }
  }

  /** Its metadata are read in a way of their own. */
  @Group("x.y")
  @Version("v1")
  public static class OwnMetadata extends Base {
    @Override
    @JsonIgnoreProperties("selfLink")
    public void setMetadata(ObjectMeta value) {
      super.setMetadata(value);
    }
  }

  public static class Text extends Any {
    private String text;

    public String getText() {
      return text;
    }

    public void setText(String value) {
      text = value;
    }
  }

  public static class Number extends Any {
    private Integer number;

    public Integer getNumber() {
      return number;
    }

    public void setNumber(Integer value) {
      number = value;
    }
  }

  public static class Box<T> extends Any {
    private T value;

    public T getValue() {
      return value;
    }

    public void setValue(T value) {
      this.value = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  public static class Generic extends Base {
    private Box<Text> one;
    private Box<Number> two;
    private List<Box<Number>> more;

    public Box<Text> getOne() {
      return one;
    }

    public void setOne(Box<Text> value) {
      one = value;
    }

    public Box<Number> getTwo() {
      return two;
    }

    public void setTwo(Box<Number> value) {
      two = value;
    }

    public List<Box<Number>> getMore() {
      return more;
    }

    public void setMore(List<Box<Number>> value) {
      more = value;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Circle.class, name = "circle"),
    @JsonSubTypes.Type(value = Shape.class, name = "shape")
  })
  public static class Shape {
    private String name;

    public String getName() {
      return name;
    }

    public void setName(String value) {
      name = value;
    }
  }

  public static class Circle extends Shape {
    private int radius;

    public int getRadius() {
      return radius;
    }

    public void setRadius(int value) {
      radius = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  public static class Drawing extends Base {
    private List<Shape> shapes;
    private Map<String, Shape> byName;

    public List<Shape> getShapes() {
      return shapes;
    }

    public void setShapes(List<Shape> value) {
      shapes = value;
    }

    public Map<String, Shape> getByName() {
      return byName;
    }

    public void setByName(Map<String, Shape> value) {
      byName = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  public static class Ignoring extends Base {
    @JsonIgnoreProperties("text")
    private Text one;

    private Text two;

    public Text getOne() {
      return one;
    }

    public void setOne(Text value) {
      one = value;
    }

    public Text getTwo() {
      return two;
    }

    public void setTwo(Text value) {
      two = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
  public static class AnyCase extends Base {
    private String text;

    public String getText() {
      return text;
    }

    public void setText(String value) {
      text = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  @JsonDeserialize(using = JsonDeserializer.None.class)
  public static class OpenMap implements HasMetadata {
    private final Map<String, Object> additional = new LinkedHashMap<>();
    private String apiVersion;
    private ObjectMeta metadata = new ObjectMeta();

    @JsonAnyGetter
    public Map<String, Object> getAdditional() {
      return additional;
    }

    @JsonAnySetter
    public void put(String name, Object value) {
      additional.put(name, value);
    }

    public Map<String, Object> getGetterOnly() {
      return additional;
    }

    @Override
    public String getApiVersion() {
      return apiVersion;
    }

    @Override
    public void setApiVersion(String value) {
      apiVersion = value;
    }

    @Override
    public ObjectMeta getMetadata() {
      return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta value) {
      metadata = value;
    }
  }

  @Group("x.y")
  @Version("v1")
  public static class Choosy extends Base {
    private String text;

    public String getText() {
      return text;
    }

    public void setText(String value) {
      if (value == null || value.equals("bad")) {
        throw new IllegalArgumentException("no " + value);
      }
      text = value;
    }

    @Override
    public void put(String name, Object value) {
      if (name.equals("bad")) {
        throw new IllegalStateException("no " + name);
      }
      super.put(name, value);
    }
  }

  public static class Money extends Any {
    private final String value;

    public Money() {
      this.value = "0";
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Money(BigDecimal value) {
      this.value = value.toString();
    }

    @JsonValue
    public BigDecimal value() {
      return new BigDecimal(value);
    }
  }

  @Group("x.y")
  @Version("v1")
  public static class Payment extends Base {
    private Money money;

    public Money getMoney() {
      return money;
    }

    public void setMoney(Money value) {
      money = value;
    }
  }

  public enum Mode {
    FAST,
    SAFE
  }

  /** What a string is the right type of JSON for. */
  @Group("x.y")
  @Version("v1")
  public static class Texts extends Base {
    private ZonedDateTime start;
    private Duration wait;
    public Instant instant;
    public OffsetDateTime offset;
    public LocalDate day;
    public Date date;
    public UUID uuid;
    public URI uri;
    public Mode mode;
    public Character letter;
    public char small;
    public StringBuilder builder;
    public byte[] bytes;
    public List<Duration> waits;
    public Map<String, ZonedDateTime> starts;

    public ZonedDateTime getStart() {
      return start;
    }

    public void setStart(ZonedDateTime value) {
      start = value;
    }

    public Duration getWait() {
      return wait;
    }

    public void setWait(Duration value) {
      wait = value;
    }
  }

  /** What a string is the wrong type of JSON for. */
  @Group("x.y")
  @Version("v1")
  public static class Counts extends Base {
    public Integer count;
    public long total;
    public Double share;
    public BigDecimal price;
    public Boolean ready;
    public List<Integer> counts;
    public Map<String, String> names;
    public Money money;
  }
}
