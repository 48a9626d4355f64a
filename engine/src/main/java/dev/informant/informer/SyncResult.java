package dev.informant.informer;

import org.jspecify.annotations.Nullable;

/**
 * Whether an informer has synced, and if not, why.
 *
 * @param failure null if it has
 * @param state what it was doing when asked
 */
public record SyncResult(@Nullable NotSyncedException failure, InformerState state) {
  public boolean isSynced() {
    return failure == null;
  }
}
