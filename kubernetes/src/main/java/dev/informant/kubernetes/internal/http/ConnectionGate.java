package dev.informant.kubernetes.internal.http;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Makes requests share HTTP/2 connections: while there is none, one request opens it and the others wait for that.
 * Finds connections whose peer has gone, by pings. Lets everything pass once the server turns out to speak
 * HTTP/1.1. Thread-safe.
 */
/*
 * Without it a thousand informers that start together, or come back together after their server did, would open a
 * thousand connections: the pool does not know that the first will carry them all.
 *
 * A stream that is given up does not close its connection, so a dead one would swallow request after request.
 * Whoever shares connections must look after them; the reflectors' deadlines alone do not help.
 */
final class ConnectionGate {
  static final Duration PING_EVERY = Duration.ofSeconds(30);
  static final Duration PONG_WITHIN = Duration.ofSeconds(15);

  private final Vertx vertx;
  private final long pingEvery;
  private final long pongWithin;

  // guarded by this
  private final Set<HttpConnection> shared = Collections.newSetFromMap(new IdentityHashMap<>());
  /** Connections that were shared once. A request may get one of them when it is no longer shared. */
  private final Set<HttpConnection> seen = Collections.newSetFromMap(new WeakHashMap<>());

  private final List<Promise<Void>> waiting = new ArrayList<>();
  private boolean opening;
  private boolean old;

  ConnectionGate(Vertx vertx, Duration pingEvery, Duration pongWithin) {
    this.vertx = vertx;
    this.pingEvery = pingEvery.toMillis();
    this.pongWithin = pongWithin.toMillis();
  }

  /**
   * @param request sends it; called now or when there is a connection to share
   */
  Future<HttpClientRequest> pass(Supplier<Future<HttpClientRequest>> request) {
    boolean first = false;
    Promise<Void> turn = null;
    synchronized (this) {
      if (!old && shared.isEmpty()) {
        first = !opening;
        opening = true;
        if (!first) {
          turn = Promise.promise();
          waiting.add(turn);
        }
      }
    }
    if (turn != null) {
      return turn.future().compose(go -> sent(request)).onSuccess(this::use);
    }
    Future<HttpClientRequest> sent = sent(request);
    return first ? sent.onComplete(this::opened) : sent.onSuccess(this::use);
  }

  /** Whoever waits for this one must hear of it, however it fails. */
  private static Future<HttpClientRequest> sent(Supplier<Future<HttpClientRequest>> request) {
    try {
      return request.get();
    } catch (RuntimeException unsendable) {
      return Future.failedFuture(unsendable);
    }
  }

  private void opened(AsyncResult<HttpClientRequest> result) {
    if (result.succeeded()) {
      use(result.result());
    }
    List<Promise<Void>> next;
    synchronized (this) {
      opening = false;
      next = List.copyOf(waiting);
      waiting.clear();
    }
    // What kept the first from connecting keeps the others as well; they say so and are sent again.
    next.forEach(turn -> {
      if (result.succeeded()) {
        turn.complete();
      } else {
        turn.fail(result.cause());
      }
    });
  }

  private void use(HttpClientRequest sent) {
    HttpConnection connection = sent.connection();
    synchronized (this) {
      if (sent.version() != HttpVersion.HTTP_2) {
        old = true;
        return;
      }
      if (!seen.add(connection)) {
        return;
      }
      shared.add(connection);
    }
    long timer = vertx.setPeriodic(pingEvery, id -> ping(connection));
    connection.exceptionHandler(broken -> {}); // its streams say so; else it would be logged
    connection.goAwayHandler(going -> forget(connection));
    connection.closeHandler(closed -> {
      vertx.cancelTimer(timer);
      forget(connection);
    });
  }

  private void ping(HttpConnection connection) {
    long patience = vertx.setTimer(pongWithin, id -> {
      forget(connection);
      connection.close();
    });
    connection
        .ping(Buffer.buffer(new byte[Long.BYTES]))
        .onComplete(pong -> vertx.cancelTimer(patience));
  }

  private synchronized void forget(HttpConnection connection) {
    shared.remove(connection);
  }
}
