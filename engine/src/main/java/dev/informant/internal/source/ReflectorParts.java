package dev.informant.internal.source;

import java.util.concurrent.Executor;

/** What the parts of a reflector share. */
record ReflectorParts<T>(
    ReflectorSettings<T> settings,
    Executor steps,
    Retries retries,
    ReflectorStatus<T> status,
    SyncVersion version,
    Intake<T> intake,
    ReflectorLoop<T> loop) {
  ReflectorListener<T> listener() {
    return settings.listener();
  }
}
