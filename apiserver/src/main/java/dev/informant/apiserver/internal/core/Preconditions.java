package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.ResourceName;

/** What whoever deletes an object may know of it beforehand. Stateless. */
final class Preconditions {
  private Preconditions() {}

  /** 409 if the object is not the one that is meant. */
  static void check(ResourceType type, Metadata metadata, DeleteOptions options) {
    boolean namespace = KindHooks.holdsContent(type);
    String uid = options.uid();
    if (uid != null && !uid.equals(metadata.uid())) {
      throw namespace
          ? unmet(type, metadata.name(), "UID", uid, metadata.uid())
          : ApiStatusException.conflict(
              new ResourceName(type.group(), type.kind()),
              metadata.name(),
              "the UID in the precondition ("
                  + uid
                  + ") does not match the UID in record ("
                  + metadata.uid()
                  + "). The object might have been deleted and then recreated");
    }
    String version = metadata.resourceVersion();
    String wanted = options.resourceVersion();
    if (wanted != null && !wanted.equals(version)) {
      throw namespace
          ? unmet(type, metadata.name(), "ResourceVersion", wanted, version)
          : ApiStatusException.conflict(
              new ResourceName(type.group(), type.kind()),
              metadata.name(),
              "the ResourceVersion in the precondition ("
                  + wanted
                  + ") does not match the ResourceVersion in record ("
                  + version
                  + "). The object might have been modified");
    }
  }

  private static ApiStatusException unmet(
      ResourceType type, String name, String what, String asked, String found) {
    return ApiStatusException.conflict(
        type.name(),
        name,
        "Precondition failed: " + what + " in precondition: " + asked + ", " + what
            + " in object meta: " + found);
  }
}
