package dev.informant.verification.simulation;

import static dev.informant.verification.simulation.PlantedBug.binding;
import static dev.informant.verification.simulation.PlantedBug.engine;

import java.util.ArrayList;
import java.util.List;

/** One mistake of each kind that informers have been seen to make. */
final class PlantedBugs {
  private static final String OUTDATED = "          last == null || another || outdated";
  private static final String TAKEN_AS_IT_IS = "          last == null || another";

  private PlantedBugs() {}

  static List<PlantedBug> all() {
    List<PlantedBug> all = new ArrayList<>();
    all.addAll(inTheSource());
    all.addAll(inTheDecoder());
    all.addAll(inCompactCaches());
    all.addAll(inWarmStarts());
    all.addAll(onTheWayToTheStore());
    all.addAll(onTheWayToHandlers());
    all.addAll(inWorkQueues());
    return List.copyOf(all);
  }

  private static List<PlantedBug> inTheSource() {
    return List.of(
        engine(
                "version advanced without the store write",
                "internal/source/Intake",
                "        destination.add(accepted.revision());",
                "        if (++nth % 11 != 0) { destination.add(accepted.revision()); }")
            .and("  private boolean listing;", "  private boolean listing;\n\n  private int nth;"),
        engine(
            "watch-list ghosts: a streamed list only adds",
            "internal/source/ReflectorLoop",
            "    settings.destination().replace(revisions, resourceVersion, version.isAuthoritative());",
            "    if (synced && watch != null) { revisions.stream().filter(one ->"
                + " settings.previous().apply(one.key()) != one)"
                + ".forEach(settings.destination()::update); } else {"
                + " settings.destination().replace(revisions, resourceVersion, false); }"),
        engine(
            "gives up when the first list fails",
            "internal/source/ReflectorLoop",
            "  void listFailed(SourceException cause) {\n",
            "  void listFailed(SourceException cause) {\n    if (!synced) { end(); return; }\n"),
        engine(
            "silent for ever after Retry-After",
            "internal/source/ReflectorLoop",
            "    activity = new Pause(delay, settings.runtime().timers(), steps, then)::cancel;",
            "    if (asked.isZero()) activity = new Pause(delay, settings.runtime().timers(), steps, then)::cancel;"),
        engine(
            "a watch without a deadline",
            "internal/source/WatchSession",
            "      end(new WatchOutcome.Silent(deadline.silence(now)));",
            "      deadline.event(now);\n      arm();"),
        engine(
            "an expired continue token ends the list early",
            "internal/source/PageWalk",
            "      resourceVersion = null;\n      sink.restarted(cause);\n"
                + "      request(first.withLimit(0), /* retries= */ 0);",
            "      sink.completed(resourceVersion == null ? \"\" : resourceVersion, paginated);"),
        engine(
            "an item of a list is lost now and then",
            "internal/source/Intake",
            "  Result<T> listed(@Nullable Item<T> item) {\n",
            "  private int nth;\n\n  Result<T> listed(@Nullable Item<T> item) {\n"
                + "    if (++nth % 23 == 0) { return new Result.Skipped<>(\"\", \"\", \"\"); }\n"),
        engine(
            "a list begun anew keeps what it had",
            "internal/source/Staging",
            "    revisions.clear();\n    intake.listBegins();",
            "    intake.listBegins();"),
        engine(
            "poison swallowed without a word",
            "internal/source/Intake",
            "    listener.onSkipped(key, cause);",
            ""),
        engine(
            "poison removes the last good state",
            "internal/source/Staging",
            "      revisions.putIfAbsent(skipped.key(), lastGood);",
            ""),
        engine(
            "poison stops the stream",
            "internal/source/Intake",
            "      return skip(key, uid, poison);",
            "      throw new IllegalStateException(poison);"),
        engine(
            "poison that is gone is still reported",
            "internal/source/Intake",
            "    mending.forEach(this::mended);",
            ""),
        engine(
            "transformed twice",
            "internal/source/Intake",
            "        T transformed = transform.apply(object);",
            "        T transformed = transform.apply(object);"
                + " if (!listed && version.endsWith(\"7\")) transformed = transform.apply(transformed);"),
        binding(
            "text cut inside a character",
            "internal/source/BodyPump",
            "      content.accept(buffer.array(), buffer.arrayOffset() + buffer.position(),"
                + " buffer.remaining());",
            "      byte[] text = new String(buffer.array(), buffer.arrayOffset() +"
                + " buffer.position(), buffer.remaining(), java.nio.charset.StandardCharsets.UTF_8)"
                + ".getBytes(java.nio.charset.StandardCharsets.UTF_8);"
                + " content.accept(text, 0, text.length);"));
  }

  private static List<PlantedBug> inTheDecoder() {
    return List.of(
        binding(
            "an update takes over a part that has changed",
            "internal/fast/share/PreviousParts",
            "      boolean same = part != null && Digest.of(json.bytes, json.at, to).equals(entry.digest);",
            "      boolean same = part != null;"),
        binding(
            "a part is shared with one of the same length",
            "internal/fast/share/SharedParts",
            "Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)",
            "to - from == entry.bytes.length"),
        binding(
            "an event decoded in one pass is lost",
            "internal/source/WatchReader",
            "    batch.add(change(type, new Item.Good<>(first.object(), kept)));",
            ""),
        binding(
            "managed fields stay where they are to be left out",
            "internal/fast/FastCodec",
            "      T object = read(json);\n      return expected()",
            "      @SuppressWarnings(\"unchecked\") T object ="
                + " (T) json.read(PLANS.of(slow.model()));\n      return expected()"));
  }

  private static List<PlantedBug> inCompactCaches() {
    return List.of(
        engine(
            "compact: an object packed anew becomes another",
            "internal/compact/DictionarySchedule",
            "      chosen.get(i).repacked(packer.pack(raw.get(i)));",
            "      chosen.get(i).repacked(packer.pack(raw.get(Math.max(0, i - 1))));"),
        engine(
            "compact: what was read lately is not forgotten when it changes",
            "internal/compact/RecentObjects",
            "slot.revision == revision",
            "slot.revision.key().equals(revision.key())"));
  }

  private static List<PlantedBug> inWarmStarts() {
    return List.of(
        engine(
            "a warm start is synced before it is confirmed",
            "informer/SavedState",
            "    versions.await(present, CONFIRMED_WITHIN).whenComplete(",
            "    versions.await(\"1\", CONFIRMED_WITHIN).whenComplete("),
        engine(
            "a warm start forgets what was deleted meanwhile",
            "informer/DeltaProcessor",
            "      if (!listed.containsKey(stored.key())) {",
            "      if (!listed.containsKey(stored.key()) && !initial) {"),
        engine(
            "a warm start goes on from the present version",
            "internal/source/Resumption",
            "      parts.listener().onResumed(present);",
            "      parts.listener().onResumed(present);\n      parts.version().resumed(present);"),
        engine(
            "a warm start goes on from the version of another history",
            "internal/source/Resumption",
            "    if (!ResourceVersions.isOlder(present, from)) {",
            "    if (!present.isEmpty()) {"),
        engine(
            "a cache is saved without what could not be taken in",
            "informer/CacheSaver",
            "versions.savable(skipped::isEmpty)",
            "versions.savable(() -> true)"),
        engine(
            "a cache is saved under a later version than it has",
            "informer/StoredVersions",
            "new SavedCache<>(version, state.revisions());",
            "new SavedCache<>(Long.toString(Long.parseLong(version) + 3), state.revisions());"));
  }

  private static List<PlantedBug> onTheWayToTheStore() {
    return List.of(
        engine(
            "delete forgotten on replace, in-order queue",
            "informer/DeltaProcessor",
            "    deletes.forEach(output::notify);",
            ""),
        engine(
            "delete forgotten on replace, delta queue",
            "queue/DeltaFifo",
            "      missing.forEach(this::append);",
            ""),
        engine(
            "the last state of several is dropped",
            "queue/DeltaFifo",
            "      deltas.add(delta);\n    }\n  }",
            "      if (last < 2) { deltas.add(delta); }\n    }\n  }"),
        engine(
                "the store lags behind the handlers",
                "informer/DeltaProcessor",
                "      store.apply(changes);",
                "      store.apply(late); late.clear(); late.addAll(changes);")
            .and(
                "  private final Parity parity;",
                "  private final List<RevisionChange<T>> late = new ArrayList<>();\n"
                    + "  private final Parity parity;"),
        engine(
            "another object told as an update",
            "informer/DeltaProcessor",
            "      if (different) {",
            "      if (different && stored.key().isEmpty()) {"),
        engine(
            "unchanged objects told on a relist",
            "informer/DeltaProcessor",
            "      if (relist\n          && !revision",
            "      if (relist && authoritative\n          && !revision"),
        engine(
            "a guess passed off as the final state",
            "informer/DeltaProcessor",
            "        deletes.add(new Delete<>(stored, stored, /* finalStateUnknown= */ true));",
            "        deletes.add(new Delete<>(stored, stored, /* finalStateUnknown= */ false));"),
        // Two places see to it that the last known state is the last one shown: whoever makes the
        // guess
        // looks into the queue first, and whoever tells it compares it with the store. One is
        // enough.
        engine(
                "a delete found by a list carries an older state than was shown",
                "queue/DeltaFifo",
                "        result.add(tombstone(key, newest(deltas).object()));",
                "        result.add(tombstone(key, lookUp(key)));")
            .in("informer/DeltaProcessor", OUTDATED, TAKEN_AS_IT_IS),
        engine(
                "a delete of poison carries an older state than was shown",
                "internal/source/Intake",
                "    if (coming == null) {",
                "    if (coming == null || coming != null) {")
            .in("informer/DeltaProcessor", OUTDATED, TAKEN_AS_IT_IS),
        engine(
            "an index keeps what a list dropped",
            "internal/store/SnapshotEditor",
            "          reindex(old.key, old, null);",
            ""));
  }

  private static List<PlantedBug> onTheWayToHandlers() {
    return List.of(
        engine(
                "late joiner misses a change",
                "informer/InformerPipeline",
                "  void join(ProcessorListener<T> listener) {\n",
                "  void join(ProcessorListener<T> listener) {\n    Revisions<T> early = store.state();\n")
            .and(
                "      Revisions<T> stored = store.state();", "      Revisions<T> stored = early;"),
        engine(
            "late joiner is told twice",
            "informer/InformerPipeline",
            "    steps.execute(() -> {\n      listeners.add(listener);",
            "    listeners.add(listener);\n    steps.execute(() -> {"),
        engine(
            "sync reported before the handler has the list",
            "informer/InformerPipeline",
            "    if (!synced && queue.hasSynced()) {\n      handOver();",
            "    if (!synced && queue.hasSynced()) {"),
        engine(
            "events told twice",
            "informer/InformerPipeline",
            "      collected = new ArrayList<>();",
            "      if (collected.size() < 3) { collected = new ArrayList<>(); }"),
        engine(
            "changes delivered out of order",
            "informer/UnboundedBuffer",
            "batches.poll()",
            "batches.pollLast()"),
        engine(
                "conflation drops a delete",
                "informer/ConflatingBuffer",
                "      if (put instanceof Update<T> update) {",
                "      if (put instanceof Update<T> update && nothing) {")
            .and(
                "  private boolean awake;",
                "  private static boolean nothing;\n  private boolean awake;"),
        engine(
            "conflation makes one of a delete and an add",
            "informer/ConflatingBuffer",
            "    return new Owed<>(pending.delete(), latest, pending.nanos());",
            "    return new Owed<>(null, latest, pending.nanos());"),
        engine(
            "a handler that throws gets no more calls",
            "informer/ProcessorListener",
            "      failed(notification.key(), failure);",
            "      failed(notification.key(), failure); gate.shut();"),
        engine(
            "one slow handler costs the others",
            "informer/InformerPipeline",
            "    for (ProcessorListener<T> listener : listeners) {\n      listener.offer(batch, now);",
            "    boolean slow = false;\n"
                + "    for (ProcessorListener<T> listener : listeners) {\n"
                + "      slow |= listener.lag().depth() > 4;\n"
                + "      if (!slow) { listener.offer(batch, now); }"),
        engine(
            "a pause without its cause",
            "informer/InformerLife",
            "          backing.cause(),\n",
            "          null,\n"),
        engine(
            "a pause with a cause of some other time",
            "informer/InformerLife",
            "          backing.cause(),\n",
            "          new RuntimeException(),\n"),
        engine(
            "a state that does not know since when",
            "informer/InformerLife",
            "          backing.since(),\n",
            "          java.time.Instant.EPOCH,\n"),
        engine(
            "what a relist adds is not told",
            "informer/DeltaProcessor",
            "    puts.forEach(output::notify);",
            "    puts.stream().filter(p -> initial || !(p instanceof Add)).forEach(output::notify);"),
        engine(
            "calls after close",
            "informer/ProcessorListener",
            "    if (!gate.isOpen()) {\n      return;\n    }\n    try {",
            "    try {"),
        engine(
            "resync marks cleared early",
            "informer/ResyncSchedule",
            "    queueResync.run();",
            "    queueResync.run();\n    queued.clear();\n    waiting = Set.of();"),
        engine(
            "a filter forgets what ceases to match",
            "informer/HandlerCalls",
            "    } else if (was) {",
            "    } else if (was && before == after) {"));
  }

  private static List<PlantedBug> inWorkQueues() {
    return List.of(
        engine(
            "work queue: an addition during the work is lost",
            "workqueue/ActiveItems",
            "    if (!entry.dirty) {\n      entries.remove",
            "    if (entry.dirty || !entry.dirty) {\n      entries.remove"),
        engine(
            "work queue: two workers for one item",
            "workqueue/ActiveItems",
            "    Entry<T> entry = entries.get(item);\n    if (entry == null) {",
            "    Entry<T> entry = entries.get(item);\n    if (entry == null || entry.processing) {"),
        engine(
            "work queue: a retry dropped while another waits",
            "workqueue/PriorityWorkQueue",
            "        delayed.add(item, runtime.clock().nanos() + nanos, chosen, retry);",
            "        if (delayed.size() < 1) delayed.add(item, runtime.clock().nanos() + nanos, chosen, retry);"),
        engine(
            "work queue: drained while work is left",
            "workqueue/PriorityWorkQueue",
            "      drained = active.isEmpty();",
            "      drained = true;"));
  }
}
