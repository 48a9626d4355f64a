package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.CollectionDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.deser.std.MapDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringCollectionDeserializer;
import com.fasterxml.jackson.databind.util.AccessPattern;
import org.jspecify.annotations.Nullable;

/** Shows whether Jackson would read a list or map in the usual way, which it says to subclasses only. Not to read with. */
final class ContainerLook extends ContainerDeserializerBase<Object> {
  private static final long serialVersionUID = 1;

  private ContainerLook(ContainerDeserializerBase<?> found) {
    super(found);
  }

  /** Whether it is a list of texts, and of nothing that is read in another way. */
  static boolean isPlainTexts(JsonDeserializer<?> found, DeserializationContext context)
      throws JsonMappingException {
    return found instanceof StringCollectionDeserializer texts
        && texts.getContentDeserializer() == null
        && new ContainerLook(texts).isPlain(context);
  }

  /** Whether the elements are of one class, and each is what its deserialiser makes of it. */
  static boolean isPlainList(JsonDeserializer<?> found, DeserializationContext context)
      throws JsonMappingException {
    return found.getClass() == CollectionDeserializer.class
        && new ListLook((CollectionDeserializer) found).isOfOneClass()
        && new ContainerLook((CollectionDeserializer) found).isPlain(context);
  }

  /** The same for the values of a map, all of which are read, by names that are texts. */
  static boolean isPlainMap(JsonDeserializer<?> found, DeserializationContext context)
      throws JsonMappingException {
    return found.getClass() == MapDeserializer.class
        && new MapLook((MapDeserializer) found).isOfOneClass()
        && new ContainerLook((MapDeserializer) found).isPlain(context);
  }

  /** A null is a null, and a single value no list. */
  private boolean isPlain(DeserializationContext context) throws JsonMappingException {
    if (_skipNullValues
        || (_unwrapSingle == null
            ? context.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            : _unwrapSingle)) {
      return false;
    }
    return _nullProvider == null
        || _nullProvider.getNullAccessPattern() != AccessPattern.DYNAMIC
            && _nullProvider.getNullValue(context) == null;
  }

  @Override
  public @Nullable JsonDeserializer<Object> getContentDeserializer() {
    return null;
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) {
    throw new UnsupportedOperationException("this deserialiser can only be inspected");
  }

  private static final class ListLook extends CollectionDeserializer {
    private static final long serialVersionUID = 1;

    ListLook(CollectionDeserializer found) {
      super(found);
    }

    boolean isOfOneClass() {
      return _valueTypeDeserializer == null && _delegateDeserializer == null;
    }
  }

  private static final class MapLook extends MapDeserializer {
    private static final long serialVersionUID = 1;

    MapLook(MapDeserializer found) {
      super(found);
    }

    boolean isOfOneClass() {
      return _standardStringKey
          && _valueTypeDeserializer == null
          && _delegateDeserializer == null
          && _propertyBasedCreator == null
          && _inclusionChecker == null;
    }
  }
}
