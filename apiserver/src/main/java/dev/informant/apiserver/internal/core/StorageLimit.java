package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.status.ApiStatusException;

/** How large an object may be: what etcd takes in one request, and a client of etcd sends. Stateless. */
final class StorageLimit {
  private static final long TAKEN = 1024 * 1536;
  private static final long SENT = 1024 * 2048;

  private StorageLimit() {}

  /** 500 if the object is larger. */
  static void check(Negotiation negotiation, ServedObject object) {
    if (object.stored().length() <= TAKEN) {
      return; // in every other form it is shorter
    }
    long size = negotiation.storedSize(object);
    if (size > SENT) {
      throw ApiStatusException.internal("rpc error: code = ResourceExhausted desc = trying to send"
          + " message larger than max (" + size + " vs. " + SENT + ")");
    }
    if (size > TAKEN) {
      throw ApiStatusException.internal("etcdserver: request is too large");
    }
  }
}
