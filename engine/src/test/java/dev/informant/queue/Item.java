package dev.informant.queue;

/** An object for tests, written {@code name:version}; its key is its name. */
record Item(String name, int version) {
  static Item of(String text) {
    String[] parts = text.split(":");
    return new Item(parts[0], Integer.parseInt(parts[1]));
  }

  @Override
  public String toString() {
    return name + ":" + version;
  }
}
