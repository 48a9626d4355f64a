package dev.informant.apiserver.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListenersTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final MvccStore store = new MvccStore(runtime, HistoryPolicy.DEFAULT);

  private static final class Planted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Planted() {
      super("planted", null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  /** Hears what there is to hear; some then fail. */
  private static final class Ear implements ChangeListener {
    final List<String> heard = new ArrayList<>();
    private final boolean fails;

    Ear(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void changed(SharedChange shared) {
      hear(shared.change().after() == null ? "gone" : shared.change().after().name());
    }

    @Override
    public void dropped() {
      hear("dropped");
    }

    private void hear(String news) {
      heard.add(news);
      if (fails) {
        throw new Planted();
      }
    }
  }

  private Ear listener(boolean fails) {
    Ear ear = new Ear(fails);
    store.subscribe("things", null, ear);
    return ear;
  }

  private void put(String name) {
    ObjectNode tree = Json.object();
    tree.putObject("metadata").put("name", name);
    store.put("things", name, null, StoredObject.of(tree, Map.of()));
    runtime.runUntilIdle();
  }

  @Test
  void aListenerThatFailsKeepsNothingFromTheOthers() {
    Ear failing = listener(true);
    Ear sound = listener(false);
    put("a");
    put("b");
    store.dropListeners("things");
    runtime.runUntilIdle();
    assertThat(sound.heard).containsExactly("a", "b", "dropped");
    assertThat(failing.heard).containsExactly("a", "b", "dropped");
  }
}
