package dev.informant.controller.test;

import java.time.Duration;

/**
 * One request that a replica sent, and how the server answered. Immutable.
 *
 * @param at the virtual time since the cluster was made
 * @param replica who sent it
 * @param method such as {@code PUT}
 * @param path such as {@code /api/v1/namespaces/default/configmaps/a}
 * @param body empty if there was none
 * @param status the HTTP status of the answer, also if it was lost on its way
 */
public record SentRequest(
    Duration at, String replica, String method, String path, String body, int status) {
  /** Whether it was to change something. */
  public boolean isWrite() {
    return !method.equals("GET");
  }

  /** Whether the server accepted it. */
  public boolean isAccepted() {
    return status < 300;
  }
}
