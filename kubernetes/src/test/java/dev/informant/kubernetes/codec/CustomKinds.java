package dev.informant.kubernetes.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A custom resource as users write it: plain classes of any shape, without a place for unknown fields. */
@Group("x.y")
@Version("v1")
public final class CustomKinds extends CustomResource<CustomKinds.Spec, CustomKinds.Status> {
  private static final long serialVersionUID = 1;

  public enum Color {
    @JsonProperty("red-ish")
    RED,
    BLUE
  }

  /** With fields instead of setters. */
  public static final class Port {
    public String name = "unnamed";
    public int number = 80;
    public Color color;
  }

  public record Range(int from, int to) {}

  public static final class Made {
    private final String text;

    @JsonCreator
    public Made(@JsonProperty("text") String text) {
      this.text = text;
    }

    public String getText() {
      return text;
    }
  }

  /** Can be written as one text as well. */
  public static final class Image {
    private String name = "none";
    private String tag = "latest";

    public Image() {}

    public Image(String name) {
      this.name = name;
    }

    public String getName() {
      return name;
    }

    public void setName(String value) {
      name = value;
    }

    public String getTag() {
      return tag;
    }

    public void setTag(String value) {
      tag = value;
    }
  }

  /** Not known outside of its package, though its users' setters are. */
  static final class Hidden {
    public String text;
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public static final class Lenient {
    private String text;

    @JsonIgnore
    private String ignored = "as it was";

    public String getText() {
      return text;
    }

    public void setText(String value) {
      text = value;
    }

    public String getIgnored() {
      return ignored;
    }

    public void setIgnored(String value) {
      ignored = value;
    }
  }

  public static final class Spec {
    private int replicas = 3;
    private boolean enabled = true;
    private long bytes = 7;
    private double ratio = 0.5;
    private Integer boxed;
    private String text = "default";
    private List<String> texts = new ArrayList<>(List.of("default"));
    private List<Port> ports;
    private Map<String, Port> byName = new HashMap<>();
    private Map<Color, String> byColor;
    private Color color = Color.BLUE;
    private Range range;
    private Made made;
    private Image image;
    private Lenient lenient;
    private Hidden hidden;
    private Object anything;
    private Map<String, Quantity> limits;
    private IntOrString port;

    @JsonProperty("renamed-field")
    private String original;

    @JsonIgnore
    private String secret = "kept";

    public int getReplicas() {
      return replicas;
    }

    public void setReplicas(int value) {
      replicas = value;
    }

    public boolean isEnabled() {
      return enabled;
    }

    public void setEnabled(boolean value) {
      enabled = value;
    }

    public long getBytes() {
      return bytes;
    }

    public void setBytes(long value) {
      bytes = value;
    }

    public double getRatio() {
      return ratio;
    }

    public void setRatio(double value) {
      ratio = value;
    }

    public Integer getBoxed() {
      return boxed;
    }

    public void setBoxed(Integer value) {
      boxed = value;
    }

    public String getText() {
      return text;
    }

    public void setText(String value) {
      text = value;
    }

    public List<String> getTexts() {
      return texts;
    }

    public void setTexts(List<String> value) {
      texts = value;
    }

    public List<Port> getPorts() {
      return ports;
    }

    public void setPorts(List<Port> value) {
      ports = value;
    }

    public Map<String, Port> getByName() {
      return byName;
    }

    public void setByName(Map<String, Port> value) {
      byName = value;
    }

    public Map<Color, String> getByColor() {
      return byColor;
    }

    public void setByColor(Map<Color, String> value) {
      byColor = value;
    }

    public Color getColor() {
      return color;
    }

    public void setColor(Color value) {
      color = value;
    }

    public Range getRange() {
      return range;
    }

    public void setRange(Range value) {
      range = value;
    }

    public Made getMade() {
      return made;
    }

    public void setMade(Made value) {
      made = value;
    }

    public Image getImage() {
      return image;
    }

    public void setImage(Image value) {
      image = value;
    }

    public Lenient getLenient() {
      return lenient;
    }

    public void setLenient(Lenient value) {
      lenient = value;
    }

    public Hidden getHidden() {
      return hidden;
    }

    public void setHidden(Hidden value) {
      hidden = value;
    }

    public Object getAnything() {
      return anything;
    }

    public void setAnything(Object value) {
      anything = value;
    }

    public Map<String, Quantity> getLimits() {
      return limits;
    }

    public void setLimits(Map<String, Quantity> value) {
      limits = value;
    }

    public IntOrString getPort() {
      return port;
    }

    public void setPort(IntOrString value) {
      port = value;
    }

    public String getOriginal() {
      return original;
    }

    public void setOriginal(String value) {
      original = value;
    }

    public String getSecret() {
      return secret;
    }

    public void setSecret(String value) {
      secret = value;
    }
  }

  /** With something that only Jackson does. */
  public static final class Status {
    @JsonMerge
    private Map<String, String> merged = new HashMap<>(Map.of("first", "there"));

    private String phase;

    public Map<String, String> getMerged() {
      return merged;
    }

    public void setMerged(Map<String, String> value) {
      merged = value;
    }

    public String getPhase() {
      return phase;
    }

    public void setPhase(String value) {
      phase = value;
    }
  }
}
