package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.controller.Controller;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Election;
import dev.informant.controller.Outcome;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three replicas that are paused, disconnected and lose answers, in orders that a seed decides. */
@Timeout(120)
class ShuffledElectionTest {
  private record Member(
      Replica replica, SharedInformerFactory informers, ControllerManager manager) {
    boolean leads() {
      return manager.elector().isLeader();
    }
  }

  /** A run that was seen, by the process and its term. */
  private record Seen(String replica, long term) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void thereIsNeverMoreThanOneLeaderAndTheLastChangeIsReconciled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualCluster cluster = VirtualCluster.shuffled(seed);
    cluster.create(ConfigMaps.map("object"));
    List<Member> members = new ArrayList<>();
    List<Seen> inside = new ArrayList<>();
    for (String name : List.of("one", "two", "three")) {
      members.add(member(cluster, name, inside));
    }
    for (int minute = 0; minute < 20; minute++) {
      Member unlucky = members.get(random.nextInt(members.size()));
      Duration trouble = Duration.ofMillis(random.nextInt(40_000));
      switch (random.nextInt(4)) {
        case 0 -> {
          unlucky.replica().pause();
          cluster.after(trouble, unlucky.replica()::resume);
        }
        case 1 -> {
          unlucky.replica().disconnect();
          cluster.after(trouble, unlucky.replica()::reconnect);
        }
        case 2 -> unlucky.replica().loseNextAnswer("PUT", "leases");
        default -> unlucky.replica().jumpTimeOfDay(trouble.negated());
      }
      String value = "minute " + minute;
      cluster.edit(ConfigMap.class, "default", "object", map -> map.setData(Map.of("v", value)));
      for (int second = 0; second < 60; second++) {
        cluster.advance(Duration.ofSeconds(1));
        assertThat(members.stream().filter(Member::leads).count()).isLessThanOrEqualTo(1);
      }
    }
    cluster.runUntil(
        "the last change is reconciled",
        () -> {
          var labels =
              cluster.get(ConfigMap.class, "default", "object").getMetadata().getLabels();
          return labels != null && "19".equals(labels.get("seen"));
        },
        Duration.ofMinutes(3));
    members.forEach(member -> member.replica().resume());
    members.forEach(member -> member.manager().close());
    members.forEach(member -> member.informers().close());
    cluster.close();
  }

  private static Member member(VirtualCluster cluster, String name, List<Seen> inside) {
    Replica replica = cluster.replica(name);
    SharedInformerFactory informers = replica.informers().build();
    ControllerManager manager = ControllerManager.builder(informers)
        .election(Election.onLease("default", "test").withIdentity(name))
        .build();
    manager.add(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=object"))
        .reconcile((map, context) -> {
          Seen seen = new Seen(name, context.term().number());
          assertThat(inside)
              .as("no two runs of one key in one process")
              .noneMatch(other -> other.replica().equals(name));
          inside.add(seen);
          try {
            String minute = map.getData().getOrDefault("v", "0").replace("minute ", "");
            context.edit(map, each -> each.getMetadata().setLabels(Map.of("seen", minute)));
            return Outcome.done();
          } finally {
            inside.remove(seen);
          }
        }));
    manager.start();
    return new Member(replica, informers, manager);
  }
}
