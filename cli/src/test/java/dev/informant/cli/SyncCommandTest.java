package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.transport.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SyncCommandTest {
  private static final Resource CORE = new Resource("", "v1", "events", "Event", true);
  private static final Resource NEW = new Resource("events.k8s.io", "v1", "events", "Event", true);
  private static final Resource OTHER = new Resource("example.com", "v1", "events", "Event", true);

  @Test
  void eventsThatAreServedInTwoGroupsAreCountedOnce() {
    assertThat(SyncCommand.eventsOnce(List.of(CORE, NEW, OTHER))).containsExactly(CORE, OTHER);
    assertThat(SyncCommand.eventsOnce(List.of(NEW, OTHER))).containsExactly(NEW, OTHER);
  }
}
