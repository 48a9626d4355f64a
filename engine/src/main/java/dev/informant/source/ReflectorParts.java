package dev.informant.source;

import java.util.concurrent.Executor;

/** What the parts of a reflector share. */
record ReflectorParts<T>(
    ReflectorSettings<T> settings,
    Executor steps,
    ReflectorStatus<T> status,
    SyncVersion version,
    Intake<T> intake,
    ReflectorLoop<T> loop) {
  ReflectorListener<T> listener() {
    return settings.listener();
  }
}
