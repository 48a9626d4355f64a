package dev.informant.verification.scripted;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.verification.scripted.ScriptedConnection.Exchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Plays one {@link Scenario} as an API server: plain HTTP/1.1 on a free loopback port.
 *
 * <p>The driver of an informer uses it so:
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.start(Scenario.read(file))) {
 *   // configure the informer from server.scenario(), point it at server.url(), start it, then:
 *   ClientStep.Ended end = server.run((index, step) -> execute(step));   // null = done, else why not
 *   // stop the informer; end.outcome() and server.requests() go into the trace
 * }
 * }</pre>
 *
 * <p>{@code run} is the blocking form of three calls that a driver with its own loop can use: {@link #play} begins
 * the script; {@link #next} completes with the client step to execute or with the end; {@link #done} (or {@link
 * #failed}) lets the script go on. One client step is out at a time. Server steps need nothing from the driver. Every
 * step has a time limit, client steps too; a step that does not end in time ends the script with an outcome
 * that says so.
 *
 * <p>The server checks no parameter: it records every request, in order of arrival, until the script has ended; see
 * {@link #requests}. Thread-safe.
 */
public final class ScriptedServer implements AutoCloseable {
  /** How long a step may take, unless told otherwise. */
  public static final Duration DEFAULT_STEP_LIMIT = Duration.ofSeconds(25);

  private static final int BIND_ATTEMPTS = 50;
  private static final Duration BIND_PAUSE = Duration.ofMillis(20);

  private final Scenario scenario;
  private final Duration stepLimit;
  private final EngineRuntime runtime;
  // an empty element wakes a script whose server is closed
  private final BlockingQueue<Optional<Exchange>> incoming = new LinkedBlockingQueue<>();
  private final List<RecordedRequest> log = new CopyOnWriteArrayList<>();
  private final Set<ScriptedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Set<CompletableFuture<Void>> pauses = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listener;
  private volatile boolean recording = true;
  private volatile boolean closed;

  private final Object steps = new Object();
  // guarded by steps: the offer nobody has taken yet, and the answer to the one that was taken
  private CompletableFuture<ClientStep> offer = new CompletableFuture<>();
  private int outIndex = -1;
  private @Nullable CompletableFuture<@Nullable String> outResult;
  private boolean begun;

  private ScriptedServer(Scenario scenario, Duration stepLimit) throws IOException {
    this.scenario = scenario;
    this.stepLimit = stepLimit;
    this.runtime = EngineRuntime.create("scripted/" + scenario.name(), 1);
    this.listener = bind(0);
    accept(listener);
  }

  public static ScriptedServer start(Scenario scenario) throws IOException {
    return start(scenario, DEFAULT_STEP_LIMIT);
  }

  public static ScriptedServer start(Scenario scenario, Duration stepLimit) throws IOException {
    return new ScriptedServer(scenario, stepLimit);
  }

  public Scenario scenario() {
    return scenario;
  }

  /** Where the API is: {@code http://127.0.0.1:port}. It stays the same when the script goes down and up. */
  public String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** The requests so far, normalised, in order of arrival; it grows no more once the script has ended. */
  public List<RecordedRequest> requests() {
    return List.copyOf(log);
  }

  /** Plays the script and returns at its end; client steps are executed on this thread. Once only. */
  public ClientStep.Ended run(ClientStep.Executor client) throws InterruptedException {
    play();
    while (true) {
      ClientStep step;
      try {
        step = next().get();
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      }
      if (step instanceof ClientStep.Ended end) {
        return end;
      }
      ClientStep.Execute execute = (ClientStep.Execute) step;
      String why = client.execute(execute.index(), execute.step());
      if (why == null) {
        done(execute.index());
      } else {
        failed(execute.index(), why);
      }
    }
  }

  /** Begins the script. Once only. */
  public void play() {
    synchronized (steps) {
      if (begun) {
        throw new IllegalStateException("the script has already begun: start another server");
      }
      begun = true;
    }
    runtime.callbacks().execute(() -> {
      String outcome = new Script(this).play();
      recording = false;
      synchronized (steps) {
        offer.complete(new ClientStep.Ended(outcome));
      }
    });
  }

  /**
   * The client step to execute now, when there is one. Asked again before {@link #done} it is the same step; after
   * the end it is always the end.
   */
  public CompletableFuture<ClientStep> next() {
    synchronized (steps) {
      return offer.copy();
    }
  }

  /** The client step has ended as it should. */
  public void done(int index) {
    finish(index, null);
  }

  /** The client step could not be executed: the script ends, and its outcome says why. */
  public void failed(int index, String why) {
    finish(index, why);
  }

  private void finish(int index, @Nullable String why) {
    CompletableFuture<@Nullable String> result;
    synchronized (steps) {
      if (outResult == null || index != outIndex) {
        return; // too late: the step's time is over
      }
      result = outResult;
      outResult = null;
      offer = new CompletableFuture<>();
    }
    result.complete(why);
  }

  /** For the script: has the driver execute a step; null, or why it failed. */
  @Nullable
  String execute(int index, Scenario.Step step) throws InterruptedException {
    CompletableFuture<@Nullable String> result = new CompletableFuture<>();
    synchronized (steps) {
      outIndex = index;
      outResult = result;
      offer.complete(new ClientStep.Execute(index, step));
    }
    if (!await(result)) {
      synchronized (steps) {
        outResult = null;
        offer = new CompletableFuture<>();
      }
      return "timeout: the driver has not ended the step";
    }
    return result.join();
  }

  /** For the script: the next request in order of arrival; null if none comes in time. */
  @Nullable
  Exchange takeRequest() throws InterruptedException {
    Optional<Exchange> taken = incoming.poll(stepLimit.toMillis(), TimeUnit.MILLISECONDS);
    return taken == null ? null : taken.orElse(null);
  }

  int unanswered() {
    return incoming.size();
  }

  /** For the script: whether the future completes within the time of a step. */
  boolean await(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get(stepLimit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void pause(Duration time) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    pauses.add(over);
    Timers.Timer timer = runtime.timers().schedule(time, () -> over.complete(null));
    try {
      over.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      timer.cancel();
      pauses.remove(over);
    }
  }

  void down() throws IOException {
    listener.close();
    connections.forEach(ScriptedConnection::close);
  }

  void up() throws IOException, InterruptedException {
    int port = listener.getLocalPort();
    for (int attempt = 1; ; attempt++) {
      try {
        listener = bind(port);
        accept(listener);
        return;
      } catch (IOException stillTaken) {
        if (attempt == BIND_ATTEMPTS) {
          throw stillTaken;
        }
        pause(BIND_PAUSE);
      }
    }
  }

  private static ServerSocket bind(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
    return socket;
  }

  private void accept(ServerSocket from) {
    runtime.callbacks().execute(() -> {
      while (true) {
        try {
          Socket socket = from.accept();
          socket.setTcpNoDelay(true);
          ScriptedConnection connection =
              new ScriptedConnection(socket, this::arrived, connections::remove);
          connections.add(connection);
          if (from.isClosed()) {
            connection.close();
          }
          runtime.callbacks().execute(connection);
        } catch (IOException down) {
          return;
        }
      }
    });
  }

  private void arrived(Exchange exchange) {
    synchronized (log) {
      if (recording) {
        log.add(exchange.request);
        incoming.add(Optional.of(exchange));
        return;
      }
    }
    exchange.respond(503, "text/plain", 0, new byte[0], 0);
  }

  /** Closes every connection and ends the script if it still plays. Idempotent. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    recording = false;
    try {
      down();
    } catch (IOException ignored) {
      // the port is released with the process at the latest
    }
    incoming.add(Optional.empty());
    pauses.forEach(pause -> pause.complete(null));
    synchronized (steps) {
      CompletableFuture<@Nullable String> out = outResult;
      if (out != null) {
        out.complete("the server was closed");
      }
    }
    runtime.close();
  }
}
