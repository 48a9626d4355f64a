package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.controller.Controller;
import dev.informant.controller.ControllerHandle;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Election;
import dev.informant.controller.Outcome;
import dev.informant.controller.RunEndedException;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One leader at a time, by client-go's rules, whatever happens to processes, connections and clocks. */
@Timeout(60)
class ElectionTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualCluster cluster = VirtualCluster.create(4);
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<String> runs = new ArrayList<>();

  /** One process with one controller. */
  private final class Candidate {
    final Replica replica;
    final SharedInformerFactory informers;
    final ControllerManager controllers;
    final ControllerHandle handle;
    boolean writes;
    int writesBeforeReturn = 1;

    Candidate(String name) {
      replica = cluster.replica(name);
      informers = replica.informers().build();
      controllers = ControllerManager.builder(informers)
          .name("test")
          .election(Election.onLease("default", "test").withIdentity(name))
          .build();
      handle = controllers.add(Controller.of(informers.kind(ConfigMap.class).namespace("default"))
          .when(change -> change.latest().getMetadata().getName().startsWith("object"))
          .reconcile((map, context) -> {
            runs.add(name + " " + map.getMetadata().getName());
            for (int i = 0; writes && i < writesBeforeReturn; i++) {
              context.edit(map, each -> each.setData(Map.of("by", name, "at", "" + cluster.now())));
              context.fetch(map);
            }
            return Outcome.done();
          }));
      candidates.add(this);
      controllers.start();
    }

    boolean leads() {
      return controllers.elector().isLeader();
    }
  }

  @AfterEach
  void close() {
    candidates.forEach(candidate -> {
      candidate.replica.resume();
      candidate.replica.reconnect();
    });
    candidates.forEach(candidate -> candidate.controllers.close());
    candidates.forEach(candidate -> candidate.informers.close());
    cluster.close();
  }

  private Lease lease() {
    return cluster.get(Lease.class, "default", "test");
  }

  private void awaitLeader(Candidate candidate, Duration limit) {
    cluster.runUntil(candidate.replica.name() + " leads", candidate::leads, limit);
  }

  private static boolean isRelease(SentRequest request) {
    return request.body().contains("\"holderIdentity\":\"\"");
  }

  private long leaders() {
    return candidates.stream().filter(Candidate::leads).count();
  }

  @Test
  void theFirstCandidateWinsAndTheOtherStandsBy() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofMinutes(10));
    assertThat(one.leads()).isTrue();
    assertThat(two.leads()).isFalse();
    assertThat(two.controllers.elector().holder()).isEqualTo("one");
    assertThat(runs).containsOnly("one object");
    assertThat(two.handle.queue()).as("a standby queues nothing").isNull();
    assertThat(two.controllers.health().ready()).isTrue();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("one");
    assertThat(lease().getSpec().getLeaseDurationSeconds()).isEqualTo(15);
    assertThat(lease().getSpec().getLeaseTransitions()).isZero();
  }

  @Test
  void aLeaderThatStopsGivesTheLeaseBackAfterItsLastRun() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    one.writes = true;
    one.writesBeforeReturn = 50;
    one.replica.latency(Duration.ofMillis(20));
    Duration begun = cluster.now();
    cluster.create(ConfigMaps.map("object"));
    List<Integer> active = new ArrayList<>();
    cluster.after(Duration.ofSeconds(2), () -> {
      active.add(one.handle.activeRuns());
      one.controllers.closeAsync();
    });
    cluster.runUntil(
        "one has given the lease back",
        () -> cluster.requests().stream().anyMatch(ElectionTest::isRelease),
        Duration.ofSeconds(30));
    assertThat(active).as("closed during a run").containsExactly(1);
    var requests = cluster.requests();
    SentRequest lastWrite = requests.stream()
        .filter(each -> each.replica().equals("one") && each.path().contains("configmaps"))
        .reduce((first, second) -> second)
        .orElseThrow();
    SentRequest release =
        requests.stream().filter(ElectionTest::isRelease).findFirst().orElseThrow();
    assertThat(lastWrite.at()).isGreaterThan(begun.plusSeconds(2));
    assertThat(release.at()).isGreaterThan(lastWrite.at());
    assertThat(release.isAccepted()).isTrue();
    awaitLeader(two, Duration.ofSeconds(5));
    SentRequest won = cluster.requests().stream()
        .filter(each -> each.replica().equals("two") && each.method().equals("PUT"))
        .filter(each -> each.path().contains("leases") && each.isAccepted())
        .findFirst()
        .orElseThrow();
    assertThat(won.at().minus(release.at())).isBetween(Duration.ZERO, Duration.ofMillis(4500));
    assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(1);
  }

  @Test
  void aDeadLeaderIsReplacedAfterTheLeaseDurationAndNotBefore() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(30));
    one.replica.pause();
    Duration died = cluster.now();
    awaitLeader(two, Duration.ofSeconds(30));
    assertThat(cluster.now().minus(died))
        .isBetween(Duration.ofSeconds(13), Duration.ofSeconds(15 + 5));
  }

  @Test
  void aPausedLeaderCannotWriteAfterItsTerm() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    one.writes = true;
    one.writesBeforeReturn = 1000;
    cluster.create(ConfigMaps.map("object"));
    // while it runs, it is stopped for a minute
    cluster.after(Duration.ofMillis(30), one.replica::pause);
    cluster.after(Duration.ofSeconds(60), one.replica::resume);
    cluster.runUntil("two leads", two::leads, Duration.ofSeconds(50));
    Duration taken = cluster.now();
    cluster.advance(Duration.ofMinutes(2));
    assertThat(runs).contains("one object", "two object");
    assertThat(cluster.writes().stream()
            .filter(write -> write.replica().equals("one"))
            .filter(write -> write.at().compareTo(taken) > 0))
        .as("writes of the ended term")
        .isEmpty();
    assertThat(two.leads()).isTrue();
    assertThat(one.leads()).isFalse();
  }

  @Test
  void aDisconnectedLeaderStopsBeforeAnotherWins() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(20));
    one.replica.disconnect();
    Duration cut = cluster.now();
    cluster.runUntil("one has stopped", () -> !one.leads(), Duration.ofSeconds(13));
    assertThat(two.leads()).isFalse();
    assertThat(cluster.now().minus(cut)).isGreaterThan(Duration.ofSeconds(9));
    awaitLeader(two, Duration.ofSeconds(10));
    assertThat(leaders()).isEqualTo(1);
  }

  @Test
  void oneProcessHasSeveralTerms() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    for (int term = 2; term <= 4; term++) {
      one.replica.disconnect();
      cluster.runUntil("the term ended", () -> !one.leads(), Duration.ofSeconds(20));
      one.replica.reconnect();
      awaitLeader(one, Duration.ofSeconds(30));
      assertThat(one.controllers.elector().term().number()).isEqualTo(term);
      runs.clear();
      cluster.advance(Duration.ofSeconds(5));
      assertThat(runs).as("begins with all keys").contains("one object");
    }
  }

  @Test
  void clockJumpsDoNothing() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    two.replica.jumpTimeOfDay(Duration.ofDays(1));
    one.replica.jumpTimeOfDay(Duration.ofDays(-30));
    cluster.advance(Duration.ofMinutes(5));
    assertThat(one.leads()).isTrue();
    assertThat(two.leads()).isFalse();
    assertThat(lease().getSpec().getLeaseTransitions()).isZero();
  }

  @Test
  void aFailedRenewalIsRepeatedAndEndsNothing() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    cluster.faults().add(Fault.status(500).verb("update").resource("leases").times(3));
    cluster.faults().add(Fault.status(500).verb("get").resource("leases").times(2));
    cluster.advance(Duration.ofMinutes(2));
    assertThat(one.leads()).isTrue();
    assertThat(one.controllers.elector().term().number()).isEqualTo(1);
  }

  @Test
  void aLostAnswerOfTheWinningWriteMakesNoTwoLeaders() {
    Candidate one = new Candidate("one");
    one.replica.loseNextAnswer("POST", "leases");
    cluster.runUntil(
        "the lease is written",
        () -> lease() != null && lease().getSpec().getHolderIdentity().equals("one"),
        Duration.ofSeconds(5));
    assertThat(one.leads()).as("nothing was answered yet").isFalse();
    Candidate two = new Candidate("two");
    awaitLeader(one, Duration.ofSeconds(20));
    cluster.advance(Duration.ofMinutes(1));
    assertThat(two.leads()).isFalse();
    assertThat(leaders()).isEqualTo(1);
  }

  @Test
  void theDurationThatTheHolderStatedCounts() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    one.replica.pause();
    cluster.edit(
        Lease.class, "default", "test", lease -> lease.getSpec().setLeaseDurationSeconds(100));
    cluster.advance(Duration.ofSeconds(90));
    assertThat(two.leads()).isFalse();
    awaitLeader(two, Duration.ofSeconds(30));
  }

  @Test
  void aLeaseTakenByAnotherEndsTheTermAtOnce() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    cluster.advance(Duration.ofSeconds(5));
    cluster.edit(
        Lease.class, "default", "test", lease -> lease.getSpec().setHolderIdentity("somebody"));
    cluster.advance(Duration.ofSeconds(3));
    assertThat(one.leads()).isFalse();
    awaitLeader(one, Duration.ofSeconds(30));
    assertThat(one.controllers.elector().term().number()).isEqualTo(2);
  }

  @Test
  void aDeletedLeaseIsCreatedAgainWithoutANewTerm() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    cluster.delete(lease());
    cluster.advance(Duration.ofSeconds(10));
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("one");
    assertThat(one.controllers.elector().term().number()).isEqualTo(1);
  }

  @Test
  void aStandbyThatStopsRunsNothingAndLeavesTheLease() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    runs.clear();
    two.controllers.close();
    cluster.advance(Duration.ofMinutes(1));
    assertThat(runs).doesNotContain("two object");
    assertThat(one.leads()).isTrue();
  }

  @Test
  void aConflictDuringTheReleaseIsRepeated() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    cluster.faults().add(Fault.status(409).verb("update").resource("leases").times(2));
    one.controllers.close();
    assertThat(lease().getSpec().getHolderIdentity()).isNullOrEmpty();
  }

  @Test
  void aNewLeaderFirstCatchesUpWithTheServer() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofSeconds(5));
    // all watches stand still, and the last write of the leader is unknown to the standby
    cluster.faults().stallWatches("configmaps");
    cluster.edit(ConfigMap.class, "default", "object", map -> map.setData(Map.of("v", "last")));
    runs.clear();
    one.controllers.close();
    awaitLeader(two, Duration.ofSeconds(10));
    cluster.advance(Duration.ofSeconds(20));
    assertThat(runs).as("not before it has caught up").isEmpty();
    cluster.faults().releaseWatches("configmaps");
    cluster.advance(Duration.ofSeconds(5));
    assertThat(runs).contains("two object");
  }

  @Test
  void aQuietKindDoesNotDelayTheNewLeader() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    Candidate two = new Candidate("two");
    cluster.advance(Duration.ofMinutes(3));
    runs.clear();
    Duration stopped = cluster.now();
    one.controllers.close();
    cluster.runUntil("two works", () -> runs.contains("two object"), Duration.ofSeconds(20));
    assertThat(cluster.now().minus(stopped)).isLessThan(Duration.ofSeconds(8));
  }

  @Test
  void aDelayedKeyOfAnEndedTermIsNotRun() {
    cluster.create(ConfigMaps.map("object"));
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    cluster.advance(Duration.ofSeconds(2));
    one.handle.trigger("default/object");
    one.replica.disconnect();
    cluster.advance(Duration.ofSeconds(14));
    assertThat(one.leads()).isFalse();
    runs.clear();
    cluster.advance(Duration.ofHours(1));
    assertThat(runs).isEmpty();
  }

  @Test
  void timesThatDoNotFitTogetherAreRefused() {
    Election election = Election.onLease("default", "x");
    assertThatThrownBy(() -> election.withTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(2)))
        .hasMessageContaining("shorter than the lease duration");
    assertThatThrownBy(() -> election.withTimes(
            Duration.ofSeconds(15), Duration.ofSeconds(2), Duration.ofSeconds(2)))
        .hasMessageContaining("1.2");
    assertThatThrownBy(() -> election.withTimes(
            Duration.ofMillis(1500), Duration.ofSeconds(1), Duration.ofMillis(100)))
        .hasMessageContaining("whole seconds");
  }

  @Test
  void aRunThatLostItsTermGetsAnExceptionThatNamesIt() {
    Candidate one = new Candidate("one");
    awaitLeader(one, SECOND);
    List<Throwable> thrown = new ArrayList<>();
    one.controllers.add(Controller.of(one.informers.kind(ConfigMap.class).namespace("default"))
        .name("second")
        .when(change -> change.latest().getMetadata().getName().equals("other"))
        .reconcile((map, context) -> {
          try {
            one.replica.disconnect();
            while (true) {
              try {
                context.fetch(map);
              } catch (dev.informant.source.SourceException network) {
                // until the term is over
              }
            }
          } catch (RunEndedException ended) {
            thrown.add(ended);
            throw ended;
          }
        }));
    cluster.settle();
    cluster.create(ConfigMaps.map("other"));
    cluster.advance(Duration.ofSeconds(30));
    assertThat(thrown).isNotEmpty();
    assertThat(thrown.get(0)).hasMessageContaining("term 1 of lease default/test");
  }
}
