package dev.informant.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.internal.store.Trie.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TrieTest {
  /** All have the same hash: "Aa" and "BB" do, so every sequence of them does. */
  private static final List<String> COLLIDING =
      List.of("AaAaAa", "AaAaBB", "AaBBAa", "AaBBBB", "BBAaAa", "BBAaBB", "BBBBAa", "BBBBBB");

  private static final class Element extends Keyed {
    final int version;

    Element(String key, int version) {
      super(key);
      this.version = version;
    }
  }

  private static Set<String> keys(Object root) {
    Set<String> keys = new TreeSet<>();
    Trie.forEach(root, element -> assertThat(keys.add(Trie.keyOf(element))).isTrue());
    return keys;
  }

  private static Object trieOf(List<String> keys) {
    TrieEditor editor = new TrieEditor();
    Object root = null;
    for (String key : keys) {
      root = editor.put(root, key);
    }
    return root;
  }

  /** The form of a trie as text: equal for equal forms. */
  private static String form(Object root) {
    if (!(root instanceof Node node)) {
      return root == null ? "" : Trie.keyOf(root);
    }
    StringBuilder form = new StringBuilder(Integer.toHexString(node.bitmap)).append('[');
    for (Object slot : node.slots) {
      form.append(form(slot)).append(' ');
    }
    return form.append(']').toString();
  }

  @Test
  void aWalkWithBreaksMeetsEveryElementOnceInTheOrderOfForEach() {
    List<String> keys = new ArrayList<>();
    for (int size : List.of(0, 1, 2, 40, 3000)) {
      while (keys.size() < size) {
        keys.add("ns-" + keys.size() % 3 + "/name-" + keys.size());
      }
      for (List<String> colliding : List.of(List.<String>of(), COLLIDING)) {
        List<String> all = new ArrayList<>(keys);
        all.addAll(colliding);
        Object root = trieOf(all);
        List<Object> met = new ArrayList<>();
        Trie.forEach(root, met::add);
        TrieWalk walk = new TrieWalk(root);
        assertThat(walk).toIterable().hasSize(all.size()).containsExactlyElementsOf(met);
        assertThatThrownBy(walk::next).isInstanceOf(NoSuchElementException.class);
      }
    }
  }

  @Test
  void behavesAsAMapAndLeavesEarlierStatesAlone() {
    Random random = new Random(42);
    Map<String, Integer> model = new TreeMap<>();
    List<Object> roots = new ArrayList<>();
    List<Map<String, Integer>> states = new ArrayList<>();
    Object root = null;
    for (int batch = 0; batch < 300; batch++) {
      TrieEditor editor = new TrieEditor();
      for (int edit = random.nextInt(40); edit >= 0; edit--) {
        String key = random.nextInt(8) == 0
            ? COLLIDING.get(random.nextInt(COLLIDING.size()))
            : "ns-" + random.nextInt(4) + "/name-" + random.nextInt(300);
        if (random.nextInt(5) < 2 + batch / 150) {
          root = editor.remove(root, key);
          Element removed = (Element) editor.previous();
          assertThat(removed == null ? null : removed.version).isEqualTo(model.remove(key));
        } else {
          root = editor.put(root, new Element(key, edit));
          Element replaced = (Element) editor.previous();
          assertThat(replaced == null ? null : replaced.version).isEqualTo(model.put(key, edit));
        }
      }
      roots.add(root);
      states.add(new TreeMap<>(model));
    }
    for (int batch = 0; batch < roots.size(); batch++) {
      Map<String, Integer> found = new TreeMap<>();
      Trie.forEach(
          roots.get(batch), element -> found.put(Trie.keyOf(element), ((Element) element).version));
      assertThat(found).isEqualTo(states.get(batch));
      for (String key : found.keySet()) {
        assertThat(((Element) Objects.requireNonNull(Trie.find(roots.get(batch), key))).version)
            .isEqualTo(found.get(key));
      }
      assertThat(Trie.find(roots.get(batch), "absent")).isNull();
    }
  }

  @Test
  void collidingKeysAreToldApart() {
    Object root = trieOf(COLLIDING);
    for (String key : COLLIDING) {
      assertThat(Trie.find(root, key)).isEqualTo(key);
    }
    assertThat(Trie.find(root, "AaAaAB")).isNull();
    assertThat(keys(root)).containsExactlyElementsOf(new TreeSet<>(COLLIDING));
    TrieEditor editor = new TrieEditor();
    assertThat(editor.remove(root, "BBBBAA")).isSameAs(root);
    assertThat(editor.previous()).isNull();
    for (String key : COLLIDING) {
      root = editor.remove(root, key);
      assertThat(Trie.find(root, key)).isNull();
    }
    assertThat(root).isNull();
  }

  @Test
  void aCollidingKeyThatIsAbsentIsNotFound() {
    Object root = trieOf(COLLIDING.subList(0, 4));
    assertThat(Trie.find(root, "BBBBBB")).isNull();
    assertThat(new TrieEditor().remove(root, "BBBBBB")).isSameAs(root);
  }

  @Test
  void equalContentsHaveEqualFormsWhateverTheirHistory() {
    List<String> kept = new ArrayList<>(COLLIDING.subList(0, 3));
    List<String> gone = new ArrayList<>(COLLIDING.subList(3, 8));
    for (int i = 0; i < 500; i++) {
      (i % 7 == 0 ? kept : gone).add("name-" + i);
    }
    List<String> all = new ArrayList<>(gone);
    all.addAll(kept);
    Object root = trieOf(all);
    for (String key : gone) {
      root = new TrieEditor().remove(root, key);
    }
    assertThat(form(root)).isEqualTo(form(trieOf(kept)));
  }

  @Test
  void anEditorDoesNotTouchWhatAnotherMade() {
    Object before = trieOf(List.of("a", "b", "c", "AaAa", "BBBB"));
    String form = form(before);
    TrieEditor editor = new TrieEditor();
    Object after = editor.put(before, "d");
    after = editor.remove(after, "a");
    after = editor.remove(after, "BBBB");
    assertThat(form(before)).isEqualTo(form);
    assertThat(keys(after)).containsExactly("AaAa", "b", "c", "d");
  }

  @Test
  void aBatchCopiesANodeOnce() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      many.add("name-" + i);
    }
    Object before = trieOf(many);
    TrieEditor editor = new TrieEditor();
    Object first = editor.put(before, new Element("name-1", 1));
    Object second = editor.put(first, new Element("name-2", 2));
    assertThat(first).isNotSameAs(before);
    assertThat(second).isSameAs(first);
  }

  @Test
  void removingWhatIsNotThereChangesNothing() {
    Object root = trieOf(List.of("a", "b"));
    assertThat(new TrieEditor().remove(root, "c")).isSameAs(root);
    assertThat(new TrieEditor().remove("a", "c")).isEqualTo("a");
    assertThat(new TrieEditor().remove(null, "c")).isNull();
  }

  @Test
  void walkingTwoTriesSideBySideFindsTheCommonKeys() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      Set<String> wanted = new TreeSet<>();
      Set<String> present = new TreeSet<>();
      int range = 1 + random.nextInt(2000);
      for (int i = random.nextInt(200); i >= 0; i--) {
        wanted.add(
            random.nextInt(6) == 0 ? COLLIDING.get(random.nextInt(8)) : "" + random.nextInt(range));
      }
      for (int i = random.nextInt(2000); i >= 0; i--) {
        present.add(
            random.nextInt(6) == 0 ? COLLIDING.get(random.nextInt(8)) : "" + random.nextInt(range));
      }
      Set<String> found = new TreeSet<>();
      Trie.forEachOf(
          trieOf(new ArrayList<>(wanted)),
          trieOf(new ArrayList<>(present)),
          element -> assertThat(found.add((String) element)).isTrue());
      wanted.retainAll(present);
      assertThat(found).isEqualTo(wanted);
    }
    Trie.forEachOf(null, "a", element -> assertThat(element).isNull());
    Trie.forEachOf("a", null, element -> assertThat(element).isNull());
  }
}
