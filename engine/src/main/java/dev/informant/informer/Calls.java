package dev.informant.informer;

/** Makes of a notification the call a handler gets, if any. Used by one thread at a time. */
interface Calls<T> {
  void call(Notification<T> notification);
}
