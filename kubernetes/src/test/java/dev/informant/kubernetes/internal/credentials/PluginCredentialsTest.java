package dev.informant.kubernetes.internal.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
class PluginCredentialsTest {
  /** Later than the real time, which the plugin's answer is compared with. */
  private static final Instant START = Instant.parse("2999-01-01T00:00:00Z");

  private static final Instant SOON = START.plusSeconds(2);

  @TempDir
  Path directory;

  private volatile Instant now = START;
  private PluginCredentials credentials;

  private final Clock clock = new Clock() {
    @Override
    public long nanos() {
      return Duration.between(START, now).toNanos();
    }

    @Override
    public Instant now() {
      return now;
    }
  };

  @BeforeEach
  void open() throws Exception {
    Path plugin = Files.writeString(
        directory.resolve("plugin.sh"), "#!/bin/sh\ncd \"${0%/*}\"\necho >> runs\ncat answer\n");
    Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    Path kubeconfig = Files.writeString(directory.resolve("config"), """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "https://example.test:6443"}}]
        users:
        - name: alice
          user: {exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ./plugin.sh}}
        contexts: [{name: staging, context: {cluster: c, user: alice}}]
        current-context: staging
        """);
    credentials = PluginCredentials.of(
        KubeconfigFile.read(kubeconfig, "staging"), Duration.ofSeconds(120), clock);
  }

  /** What the plugin prints from now on. */
  private void answer(String token, Instant expires) throws Exception {
    Files.writeString(
        directory.resolve("answer"),
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{"
            + "\"token\":\"" + token + "\",\"expirationTimestamp\":\"" + expires + "\"}}");
  }

  private long runs() throws Exception {
    return Files.lines(directory.resolve("runs")).count();
  }

  private String renewed() throws Exception {
    return credentials.renew().get(120, TimeUnit.SECONDS).token();
  }

  @Test
  void credentialsAreHandedOutUntilTheyExpire() throws Exception {
    answer("first", SOON);
    assertThat(credentials.current().token()).isEqualTo("first");
    now = SOON.minusNanos(1);
    assertThat(credentials.current().token()).isEqualTo("first");
    assertThat(runs()).isEqualTo(1);
    answer("second", SOON.plusSeconds(60));
    now = SOON;
    assertThat(credentials.current().token()).isEqualTo("second");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void credentialsThatExpireWithinSecondsOfARunWithoutNewOnesAreRenewed() throws Exception {
    answer("first", SOON);
    assertThat(renewed()).isEqualTo("first");
    assertThat(renewed()).as("the plugin has nothing new").isEqualTo("first");
    assertThat(runs()).isEqualTo(2);
    assertThat(renewed()).as("so it pauses").isEqualTo("first");
    assertThat(runs()).isEqualTo(2);
    answer("second", SOON.plusSeconds(60));
    now = SOON;
    assertThat(credentials.current().token()).isEqualTo("second");
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void aRefusedTokenThatHasExpiredIsRenewedWithinThePauseOfThePlugin() throws Exception {
    answer("first", SOON);
    assertThat(renewed()).isEqualTo("first");
    assertThat(renewed()).isEqualTo("first");
    answer("second", SOON.plusSeconds(60));
    now = SOON;
    assertThat(renewed()).isEqualTo("second");
    assertThat(credentials.getToken()).isEqualTo("second");
    assertThat(runs()).isEqualTo(3);
  }
}
