package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * A list to be written.
 *
 * @param continueToken null on the last page
 * @param remaining items after this page; null if that is not told
 * @param items may be iterated several times, with the same result; the objects are not held elsewhere
 */
public record ServedList(
    ResourceType type,
    long resourceVersion,
    @Nullable String continueToken,
    @Nullable Long remaining,
    Iterable<ServedObject> items) {}
