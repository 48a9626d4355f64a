/** The informer pipeline. For programs that watch collections, whatever their object model. */
@SuppressWarnings("module") // the module of the qualified exports is compiled later
module dev.informant.engine {
  requires jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.informant.informer;
  exports dev.informant.object;
  exports dev.informant.queue;
  exports dev.informant.runtime;
  exports dev.informant.source;
  exports dev.informant.store;
  exports dev.informant.testing;
  exports dev.informant.workqueue;

  // Not API: used by our own modules.
  exports dev.informant.internal.archive to
      dev.informant.kubernetes;
  exports dev.informant.internal.compact to
      dev.informant.kubernetes;
  exports dev.informant.internal.options to
      dev.informant.kubernetes;
  exports dev.informant.internal.store to
      dev.informant.kubernetes;
  exports dev.informant.log to
      dev.informant.kubernetes;
}
