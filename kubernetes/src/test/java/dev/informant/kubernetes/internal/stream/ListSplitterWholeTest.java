package dev.informant.kubernetes.internal.stream;

/** The same bodies give the same items to a sink that finds the end of an item by itself. */
class ListSplitterWholeTest extends ListSplitterTest {
  @Override
  boolean ends() {
    return true;
  }
}
