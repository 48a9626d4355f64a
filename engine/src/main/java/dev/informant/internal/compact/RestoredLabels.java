package dev.informant.internal.compact;

/** The labels of some revisions of an earlier run, which are restored with it one after the other. Used by one thread. */
public final class RestoredLabels {
  private final LabelSet labels;
  private boolean taken;

  RestoredLabels(LabelSet labels) {
    this.labels = labels;
  }

  /** For one more revision. */
  LabelSet take() {
    if (taken) {
      labels.seenAgain();
    }
    taken = true;
    return labels;
  }
}
