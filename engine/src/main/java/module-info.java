/** The informer pipeline. For programs that watch collections, whatever their object model. */
module dev.informant.engine {
  requires jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.informant.archive;
  exports dev.informant.compact;
  exports dev.informant.informer;
  exports dev.informant.object;
  exports dev.informant.queue;
  exports dev.informant.runtime;
  exports dev.informant.source;
  exports dev.informant.store;
  exports dev.informant.testing;
  exports dev.informant.workqueue;
}
