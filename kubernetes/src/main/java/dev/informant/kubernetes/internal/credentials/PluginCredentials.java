package dev.informant.kubernetes.internal.credentials;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a kubeconfig's {@code exec} plugin: what it gave last, and how to get others. However many ask,
 * the plugin runs once at a time, and not again within seconds if it had nothing new to say. Thread-safe.
 */
/*
 * A configuration that holds one of these as its token provider is never renewed by fabric8, which would run the plugin
 * without a deadline, on the thread that all connections live on. Our connections ask for current() and renew();
 * getToken() is for a client of fabric8's that is built on the same configuration: it knows of no refusals, so a token
 * without an end is asked for anew each minute, as that client would do itself.
 */
public final class PluginCredentials implements OAuthTokenProvider {
  private static final Duration BETWEEN_RUNS = Duration.ofSeconds(5);
  private static final Duration AGE_WITHOUT_END = Duration.ofMinutes(1);

  private final CredentialPlugin plugin;
  private final Duration patience;
  private final Clock clock;

  // guarded by this
  private @Nullable CompletableFuture<CredentialPlugin.Credential> underWay;
  private CredentialPlugin.@Nullable Credential last;
  private @Nullable String failure; // of the last run
  private Instant lastRun = Instant.MIN;
  private Instant nextRun = Instant.MIN;

  private PluginCredentials(CredentialPlugin plugin, Duration patience, Clock clock) {
    this.plugin = plugin;
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Those of the user of a configuration's context; null if it has no plugin. Nothing is run yet.
   *
   * @param patience how long the plugin may take; null for a minute
   */
  public static @Nullable PluginCredentials of(Config config, @Nullable Duration patience) {
    return of(config, patience, Clock.system());
  }

  /** As above, with the clock that decides whether credentials have expired and whether the plugin may run again. */
  static @Nullable PluginCredentials of(Config config, @Nullable Duration patience, Clock clock) {
    if (config.getOauthTokenProvider() instanceof PluginCredentials known) {
      return known;
    }
    Duration limit = patience == null ? CredentialPlugin.PATIENCE : patience;
    CredentialPlugin plugin = CredentialPlugin.of(config, limit);
    return plugin == null ? null : new PluginCredentials(plugin, limit, clock);
  }

  /**
   * Gets credentials and puts them into a configuration, which from then on gets its tokens here. May block.
   *
   * @throws CredentialPluginException if the plugin gives none
   */
  public void applyTo(Config config) {
    put(current(), config);
    config.setOauthTokenProvider(this);
  }

  /** Whether the configuration has another certificate now. */
  public static boolean put(CredentialPlugin.Credential credential, Config config) {
    if (!credential.token().isEmpty()) {
      config.setAutoOAuthToken(credential.token());
    }
    if (credential.certificate().isEmpty()
        || Objects.equals(credential.certificate(), config.getClientCertData())) {
      return false;
    }
    config.setClientCertFile(null);
    config.setClientKeyFile(null);
    config.setClientCertData(credential.certificate());
    config.setClientKeyData(credential.key());
    config.setClientKeyAlgo(Config.getKeyAlgorithm(null, credential.key()));
    ClientKeys.identify(config);
    return true;
  }

  /** Takes what fabric8 has got from the plugin as what it gave last. */
  public void startWith(Config config) {
    String token = config.getAutoOAuthToken();
    String certificate = config.getClientCertData();
    if (token != null || certificate != null) {
      synchronized (this) {
        last = new CredentialPlugin.Credential(
            token == null ? "" : token,
            certificate == null ? "" : certificate,
            config.getClientKeyData() == null ? "" : config.getClientKeyData(),
            Instant.MAX);
      }
    }
  }

  /**
   * What the plugin gave last, or gives now if that is over. May block.
   *
   * @throws CredentialPluginException if it is over and the plugin gives no other
   */
  CredentialPlugin.Credential current() {
    synchronized (this) {
      if (last != null && clock.now().isBefore(last.expires())) {
        return last;
      }
    }
    return await(renew());
  }

  /** The outcome of a new run; of the last one if that was a moment ago. Fails with {@link CredentialPluginException}. */
  public CompletableFuture<CredentialPlugin.Credential> renew() {
    CompletableFuture<CredentialPlugin.Credential> run;
    synchronized (this) {
      if (underWay != null) {
        return underWay.copy();
      }
      if (clock.now().isBefore(nextRun)) {
        if (failure != null) {
          return CompletableFuture.failedFuture(new CredentialPluginException(failure));
        }
        if (last != null && clock.now().isBefore(last.expires())) {
          return CompletableFuture.completedFuture(last);
        }
      }
      run = new CompletableFuture<>();
      underWay = run;
    }
    try {
      EngineRuntime.shared().callbacks().execute(() -> run(run));
    } catch (RuntimeException notTaken) {
      finished(run, null, new CredentialPluginException("the exec plugin cannot be run now"));
    }
    return run.copy();
  }

  /** The token to try after {@code refused}, if that was not the last one; else empty. */
  synchronized String tokenAfter(String refused) {
    return last == null || last.token().equals(refused) ? "" : last.token();
  }

  public CredentialPlugin.Credential await(CompletableFuture<CredentialPlugin.Credential> run) {
    try {
      return run.get(patience.multipliedBy(2).toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      throw new CredentialPluginException(String.valueOf(cause.getMessage()));
    } catch (TimeoutException late) {
      throw new CredentialPluginException("the exec plugin has not been run in time");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CredentialPluginException("interrupted while the exec plugin ran");
    }
  }

  private void run(CompletableFuture<CredentialPlugin.Credential> run) {
    try {
      finished(run, plugin.run(), null);
    } catch (CredentialPluginException failed) {
      finished(run, null, failed);
    } catch (RuntimeException | Error defect) {
      finished(
          run,
          null,
          new CredentialPluginException(
              "the exec plugin cannot be run: " + defect.getClass().getName()));
    }
  }

  private void finished(
      CompletableFuture<CredentialPlugin.Credential> run,
      CredentialPlugin.@Nullable Credential given,
      @Nullable CredentialPluginException failed) {
    synchronized (this) {
      underWay = null;
      lastRun = clock.now();
      boolean another = given != null && !given.equals(last);
      nextRun = another ? lastRun : lastRun.plus(BETWEEN_RUNS);
      failure = failed == null ? null : failed.getMessage();
      if (given != null) {
        last = given;
      }
    }
    if (failed == null) {
      run.complete(given);
    } else {
      run.completeExceptionally(failed);
    }
  }

  @Override
  public String getToken() {
    CredentialPlugin.Credential known;
    boolean old;
    synchronized (this) {
      known = last;
      old = last != null
          && last.expires().equals(Instant.MAX)
          && clock.now().isAfter(lastRun.plus(AGE_WITHOUT_END));
    }
    if (old && known != null && !known.token().isEmpty()) {
      try {
        return await(renew()).token();
      } catch (CredentialPluginException keepsTheOld) {
        return known.token();
      }
    }
    return current().token();
  }

  /** The cause of a failed {@link #renew()}, without its wrapping. */
  static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
