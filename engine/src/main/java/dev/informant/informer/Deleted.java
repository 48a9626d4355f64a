package dev.informant.informer;

import dev.informant.object.KnownKey;
import org.jspecify.annotations.Nullable;

/**
 * An object that is gone.
 *
 * @param key its key; never empty
 * @param object its last known state; null only if nothing of it was ever known
 * @param finalStateUnknown whether the deletion itself was not seen, so that {@code object} may be
 *     older than the object's end
 */
public record Deleted<T>(String key, @Nullable T object, boolean finalStateUnknown)
    implements KnownKey {}
