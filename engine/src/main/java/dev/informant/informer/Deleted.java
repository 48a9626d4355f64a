package dev.informant.informer;

import dev.informant.object.KnownKey;
import org.jspecify.annotations.Nullable;

/**
 * A deleted object.
 *
 * @param key its key; never empty
 * @param object its last known state; null only if it was never known
 * @param finalStateUnknown whether the delete event was missed, so that {@code object} may not be the final state
 */
public record Deleted<T>(String key, @Nullable T object, boolean finalStateUnknown)
    implements KnownKey {}
