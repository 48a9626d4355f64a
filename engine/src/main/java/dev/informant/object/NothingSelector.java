package dev.informant.object;

import java.util.Map;

/** Selects nothing. It has no notation: do not send it to a server, do not ask at all. */
enum NothingSelector implements LabelSelector {
  INSTANCE;

  @Override
  public boolean matches(Map<String, String> labels) {
    return false;
  }

  @Override
  public boolean isEverything() {
    return false;
  }

  @Override
  public boolean isNothing() {
    return true;
  }

  @Override
  public String toString() {
    return "<nothing>";
  }
}
