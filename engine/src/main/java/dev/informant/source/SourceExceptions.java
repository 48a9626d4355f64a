package dev.informant.source;

import dev.informant.source.SourceException.Kind;

/** What to make of a source that throws instead of answering. */
final class SourceExceptions {
  /** The exchange of a request that was never made. */
  static final ListerWatcher.Exchange NO_EXCHANGE = new ListerWatcher.Exchange() {
    @Override
    public void more() {}

    @Override
    public void cancel() {}
  };

  private SourceExceptions() {}

  static SourceException from(Throwable failure) {
    return failure instanceof SourceException known
        ? known
        : SourceException.of(Kind.OTHER, "the source threw " + failure, failure);
  }
}
