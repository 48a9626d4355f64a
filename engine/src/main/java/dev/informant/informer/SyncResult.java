package dev.informant.informer;

import org.jspecify.annotations.Nullable;

/**
 * Whether an informer has synced, and if not, why.
 *
 * @param failure null if it has synced
 * @param state the state of the informer at that time
 */
public record SyncResult(@Nullable NotSyncedException failure, InformerState state) {
  public boolean isSynced() {
    return failure == null;
  }
}
