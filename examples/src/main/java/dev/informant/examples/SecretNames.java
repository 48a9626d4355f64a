package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.List;

/** Caches names and types of secrets without their content. */
public final class SecretNames implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Informer<Secret> secrets;

  public SecretNames(Config config) {
    // snippet: transform
    informers = SharedInformerFactory.builder(config)
        .kind(
            Secret.class,
            secrets -> secrets.transform(secret -> {
              secret.setData(null); // the values never reach the cache
              return secret;
            }))
        .build();
    // end
    secrets = informers.informerFor(Secret.class);
    informers.start();
    secrets.awaitSynced(Duration.ofSeconds(60));
  }

  public List<Secret> secrets() {
    return secrets.lister().list();
  }

  @Override
  public void close() {
    informers.close();
  }
}
