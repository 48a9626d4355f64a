package dev.informant.controller;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One run in a flight recording. It carries names only, never contents of objects. */
@Name("dev.informant.Reconcile")
@Label("Reconcile")
@Description("One run of a reconciler")
@Category("Informant")
@StackTrace(false)
final class ReconcileSpan extends Event {
  @Label("Controller")
  String controller = "";

  @Label("Key")
  String key = "";

  @Label("Outcome")
  String outcome = "";

  /** Begins a span; null if nobody has used the recorder, which would be expensive to wake. */
  static @Nullable ReconcileSpan begin(String controller, String key) {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    ReconcileSpan span = new ReconcileSpan();
    span.controller = controller;
    span.key = key;
    span.begin();
    return span;
  }

  void end(Outcome result) {
    outcome = result.getClass().getSimpleName();
    commit();
  }
}
