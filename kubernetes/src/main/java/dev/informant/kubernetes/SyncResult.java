package dev.informant.kubernetes;

import dev.informant.informer.InformerState;
import org.jspecify.annotations.Nullable;

/**
 * Whether one informer has its first list.
 *
 * @param state what the informer was doing when the waiting ended
 * @param cause why it has not synced, with the state in words; null if it has
 */
public record SyncResult(
    boolean synced, InformerState state, @Nullable RuntimeException cause) {}
