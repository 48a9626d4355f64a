package dev.informant.apiserver.internal.status;

/** A resource as errors name it: {@code pods}, {@code deployments.apps}. */
public record ResourceName(String group, String plural) {
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}
