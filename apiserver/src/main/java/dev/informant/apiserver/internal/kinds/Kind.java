package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is particular to one kind and no schema says: how it is written and deleted, what is checked and defaulted, which
 * fields can be selected by, and the columns of its table. The families of this package describe the built-in kinds; all
 * others are {@link #plain}. Immutable once it is in the table of {@link BuiltInKinds}.
 */
public final class Kind {
  /** How an object is deleted. */
  public enum Deletion {
    AT_ONCE,
    /** After a grace period. */
    GRACEFUL,
    /** When nothing is left in it. */
    WHEN_EMPTY,
    /** As at once; nothing can depend on it. */
    WITHOUT_DEPENDENTS
  }

  /** Which names there may be. {@code name} is as given, {@code masked} without a dash at the end of a prefix. */
  @FunctionalInterface
  interface Names {
    List<String> mistakes(JsonNode object, String name, String masked, boolean prefix);
  }

  /** A field to select by: where it is, the first that has a value, and its value if none has. */
  private record Field(List<String> paths, String otherwise) {}

  /** A version whose objects look different from those that are stored. */
  private record Form(UnaryOperator<ObjectNode> toStored, UnaryOperator<ObjectNode> fromStored) {}

  private static final Pattern INDEX = Pattern.compile("[0-9]{1,4}");

  private final List<String> storages;
  private final Map<String, Field> fields = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> aliases = new LinkedHashMap<>();
  private final Map<String, Form> forms = new LinkedHashMap<>();
  private final List<UpdateRule> fixed = new ArrayList<>();
  private @Nullable Supplier<List<Column>> columns;
  private volatile @Nullable List<Column> madeColumns;
  private List<String> keptByStatus = List.of();
  private Consumer<ObjectNode> defaults = object -> {};
  private Consumer<ObjectNode> creating = object -> {};
  private Consumer<ObjectNode> created = object -> {};
  private BiConsumer<JsonNode, ObjectNode> updating = (before, after) -> {};
  private @Nullable Consumer<Checks> checks;
  private Consumer<Checks> checksBeforeMetadata = object -> {};
  private Consumer<Checks> firstChecks = object -> {};
  private Consumer<Checks> lastChecks = object -> {};
  private Names names = (object, name, masked, prefix) -> NameForms.subdomain(masked);
  private Deletion deletion = Deletion.AT_ONCE;
  private String countedMetadata = "";
  private @Nullable String deprecation;
  private final EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);

  /** What is true or not of a kind. */
  public enum Trait {
    /** An update must have a resourceVersion. */
    NEEDS_VERSION,
    /** An update of a missing object creates it. */
    CREATED_BY_UPDATE,
    /** metadata.generation is counted. */
    GENERATION,
    /** A deletion is answered with the object, not with a Status. */
    ANSWERS_WITH_OBJECT,
    /** There is no cache between requests and storage: no bookmarks, and lists are never behind. */
    UNCACHED,
    /** A new object may bring a status. */
    STATUS_WHEN_NEW,
    /** Its pods are left alone when it is deleted, unless the request says otherwise. */
    ORPHANS,
    /** Metadata is checked by the rules of all kinds alone. */
    ANY_METADATA,
    /** Any key will do for a finalizer. */
    ANY_FINALIZER,
    /** An update is checked as a new object is, too. */
    CHECKED_AS_NEW,
    /** Metadata that may not change is looked at once, not twice. */
    COMPARED_ONCE,
    /** What an update may not change is reported before what is wrong with the object. */
    CHANGES_FIRST,
    /** A generated name is checked, not what it is generated from. */
    GENERATED_NAME_ONLY,
    /** Any name will do. */
    ANY_NAME,
    /** The spec of an object has who created it, and never changes. */
    RECORDS_REQUESTER,
    /** An empty object has no replicas, not the default number. */
    EMPTY_WITHOUT_REPLICAS
  }

  private Kind(String... storages) {
    this.storages = List.of(storages);
  }

  /** One or several kinds of the same family with the same description, by resource and group. */
  static Kind of(String... storages) {
    return new Kind(storages);
  }

  /** A kind of which nothing particular is known. */
  static Kind plain() {
    return new Kind();
  }

  List<String> storages() {
    return storages;
  }

  // --- what families say

  Kind traits(Trait... more) {
    traits.addAll(List.of(more));
    return this;
  }

  /** Fields to select by whose name is their path. */
  Kind selectBy(String... paths) {
    for (String path : paths) {
      fields.put(path, new Field(List.of(path), ""));
    }
    return this;
  }

  /** A field that is at another path than its name, or has a value where there is none. */
  Kind selectAs(String name, String path, String otherwise) {
    fields.put(name, new Field(List.of(path.split("\\|")), otherwise));
    return this;
  }

  /** In one group, the fields have other names. */
  Kind selectNames(String group, Map<String, String> names) {
    aliases.put(group, names);
    return this;
  }

  /** Made when a table is first requested. */
  Kind columns(Supplier<List<Column>> make) {
    columns = make;
    return this;
  }

  /** What an update must leave as it is. */
  Kind fixed(UpdateRule... rules) {
    fixed.addAll(List.of(rules));
    return this;
  }

  Kind defaults(Consumer<ObjectNode> fill) {
    defaults = fill;
    return this;
  }

  /** Before a new object is checked. */
  Kind creating(Consumer<ObjectNode> change) {
    creating = change;
    return this;
  }

  /** After a new object has been checked. */
  Kind created(Consumer<ObjectNode> change) {
    created = change;
    return this;
  }

  /** Before an object takes the place of another. */
  Kind updating(BiConsumer<JsonNode, ObjectNode> change) {
    updating = change;
    return this;
  }

  Kind checks(Consumer<Checks> check) {
    checks = check;
    return this;
  }

  /** What only a new object may not say: reported before what is wrong with its metadata. */
  Kind checksOfNewBeforeMetadata(Consumer<Checks> check) {
    checksBeforeMetadata = check;
    return this;
  }

  /** What only a new object may not say: reported first. */
  Kind checksOfNewFirst(Consumer<Checks> check) {
    firstChecks = check;
    return this;
  }

  /** What only a new object may not say: reported last. */
  Kind checksOfNewLast(Consumer<Checks> check) {
    lastChecks = check;
    return this;
  }

  Kind names(Names form) {
    names = form;
    return this;
  }

  Kind labelNames() {
    return names((object, name, masked, prefix) -> NameForms.label(masked));
  }

  Kind deletion(Deletion how) {
    deletion = how;
    return this;
  }

  /** The part of the metadata that raises the generation, too. */
  Kind counting(String metadata) {
    countedMetadata = metadata;
    return this;
  }

  /** The metadata that a write of the status does not change. */
  Kind statusKeeps(String... metadata) {
    keptByStatus = List.of(metadata);
    return this;
  }

  Kind deprecated(String warning) {
    deprecation = warning;
    return this;
  }

  Kind form(
      String apiVersion, UnaryOperator<ObjectNode> toStored, UnaryOperator<ObjectNode> fromStored) {
    forms.put(apiVersion, new Form(toStored, fromStored));
    return this;
  }

  // --- what the core asks

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }

  public Deletion deletion() {
    return deletion;
  }

  /** Empty for the usual columns. */
  public List<Column> columns() {
    List<Column> made = madeColumns;
    if (made == null) {
      made = columns == null ? List.of() : columns.get();
      madeColumns = made;
    }
    return made;
  }

  public List<String> keptByStatus() {
    return keptByStatus;
  }

  /** The warning of every answer; null if the kind is not deprecated. */
  public @Nullable String deprecation() {
    return deprecation;
  }

  /** The part of the metadata that raises the generation; empty if none does. */
  public String countedMetadata() {
    return countedMetadata;
  }

  public void fillDefaults(ObjectNode object) {
    defaults.accept(object);
  }

  public void onCreate(ObjectNode object) {
    creating.accept(object);
  }

  public void onCreated(ObjectNode object) {
    created.accept(object);
  }

  public void onUpdate(JsonNode before, ObjectNode after) {
    updating.accept(before, after);
  }

  /** What is wrong with an object, metadata apart; by the schema alone if the family says nothing. */
  public List<Cause> check(ObjectNode object, JsonNode schema) {
    if (checks == null) {
      return RequiredFields.check(object, schema);
    }
    Checks found = Checks.of(object);
    checks.accept(found);
    return found.causes();
  }

  /** What is wrong with a new object and reported before what is wrong with its metadata. */
  public List<Cause> checkBeforeMetadata(ObjectNode object) {
    Checks found = Checks.of(object);
    checksBeforeMetadata.accept(found);
    return found.causes();
  }

  /** As {@link #check}, with what only a new object may not say. */
  public List<Cause> checkNew(ObjectNode object, JsonNode schema) {
    Checks found = Checks.of(object);
    firstChecks.accept(found);
    found.causes().addAll(check(object, schema));
    lastChecks.accept(found);
    return found.causes();
  }

  /** What an update changes and may not. */
  public List<Cause> checkChange(JsonNode before, JsonNode after) {
    List<Cause> causes = new ArrayList<>();
    fixed.forEach(rule -> rule.check(before, after, causes));
    return causes;
  }

  /** What is wrong with a name, or with the beginning of one. */
  public List<String> nameMistakes(JsonNode object, String name, String masked, boolean prefix) {
    return names.mistakes(object, name, masked, prefix);
  }

  /** Whether there are fields to select by, besides name and namespace. */
  public boolean hasSelectableFields() {
    return !fields.isEmpty();
  }

  /** The field as the store names it; null if there is none of that name in that group. */
  public @Nullable String selectable(String group, String field) {
    Map<String, String> names = aliases.get(group);
    if (names != null) {
      return names.get(field);
    }
    return fields.containsKey(field) ? field : null;
  }

  /** The values of the fields to select by, of an object as it is stored. */
  public Map<String, String> selectableValues(JsonNode object) {
    if (fields.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new LinkedHashMap<>();
    fields.forEach((name, field) -> {
      String value = "";
      for (String path : field.paths()) {
        JsonNode node = at(object, path);
        value = value.isEmpty() && node.isValueNode() && !node.isNull() ? node.asText() : value;
      }
      value = value.isEmpty() ? field.otherwise() : value;
      if (!value.isEmpty()) {
        values.put(name, value.intern());
      }
    });
    return Map.copyOf(values);
  }

  /** Follows {@code spec.pool.name}, {@code .spec.color} or {@code status.podIPs.0.ip}. */
  public static JsonNode at(JsonNode object, String path) {
    JsonNode node = object;
    for (String step : path.split("\\.")) {
      if (!step.isEmpty()) {
        // of a list, only a number names an element
        node = node.isArray() && INDEX.matcher(step).matches()
            ? node.path(Integer.parseInt(step))
            : node.path(step);
      }
    }
    return node;
  }

  /** Whether objects look different in that version from those that are stored. */
  public boolean hasForm(String apiVersion) {
    return forms.containsKey(apiVersion);
  }

  /** An object of that version as it is stored. */
  public ObjectNode toStored(String apiVersion, ObjectNode object) {
    Form form = forms.get(apiVersion);
    return form == null ? object : form.toStored().apply(object);
  }

  /** A stored object in that version. */
  public ObjectNode fromStored(String apiVersion, ObjectNode object) {
    Form form = forms.get(apiVersion);
    return form == null ? object : form.fromStored().apply(object);
  }
}
