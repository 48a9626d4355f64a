package dev.informant.apiserver.warnings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.informant.apiserver.values.NameForms;
import java.util.List;

/** What a kube-apiserver warns of when it takes an object of a built-in kind, by kind. Stateless. */
public final class SpecWarnings {
  private static final int MANY_COMPLETIONS = 100_000;
  private static final int MANY_AT_ONCE = 10_000;

  private SpecWarnings() {}

  /** {@code storage} names the kind. */
  public static List<String> onCreate(String storage, JsonNode tree) {
    Place object = Place.of(tree);
    switch (storage) {
      case "pods" -> {
        label(object, "the Pod's hostname");
        PodWarnings.look(object, /* template= */ false);
      }
      case "deployments.apps", "replicasets.apps", "replicationcontrollers" -> {
        label(object, "Pod names and hostnames");
        template(object.at("spec", "template"));
      }
      case "daemonsets.apps" -> template(object.at("spec", "template"));
      case "statefulsets.apps" -> {
        template(object.at("spec", "template"));
        object
            .at("spec")
            .each(
                "volumeClaimTemplates",
                claim -> StorageWarnings.claim(
                    new Place(claim.node().path("spec"), claim.path(), claim.warnings())));
        history(object.at("spec", "revisionHistoryLimit"));
      }
      case "podtemplates" -> template(object.at("template"));
      case "jobs.batch" -> {
        label(object, "Pod names and hostnames");
        job(object.at("spec"));
      }
      case "cronjobs.batch" -> {
        label(object, "Pod names and hostnames");
        job(object.at("spec", "jobTemplate", "spec"));
      }
      case "ingresses.networking.k8s.io" -> OtherWarnings.ingress(object);
      case "resourcequotas" -> OtherWarnings.quota(object);
      case "endpointslices.discovery.k8s.io" -> OtherWarnings.slice(object, /* created= */ true);
      default -> always(storage, object, MissingNode.getInstance());
    }
    return object.warnings();
  }

  /** As {@link #onCreate}; of pods and what makes them only what a new generation brings. */
  public static List<String> onUpdate(String storage, JsonNode before, JsonNode tree) {
    Place object = Place.of(tree);
    boolean changed = !before
        .path("metadata")
        .path("generation")
        .equals(tree.path("metadata").path("generation"));
    switch (storage) {
      case "deployments.apps", "replicasets.apps" -> {
        if (changed) {
          template(object.at("spec", "template"));
        }
      }
      case "replicationcontrollers" -> {
        if (changed) { // it looks at what was
          template(new Place(before, "", object.warnings()).at("spec", "template"));
        }
      }
      case "daemonsets.apps" -> {
        if (!before.path("spec").path("template").equals(tree.path("spec").path("template"))) {
          template(object.at("spec", "template"));
        }
      }
      case "statefulsets.apps" -> {
        if (changed) {
          template(object.at("spec", "template"));
        }
        object
            .at("spec")
            .each(
                "volumeClaimTemplates",
                claim -> StorageWarnings.claim(new Place(
                    claim.node().path("spec"), claim.path() + ".Spec", claim.warnings())));
        history(object.at("spec", "revisionHistoryLimit"));
      }
      case "podtemplates" -> {
        if (changed) {
          template(object.at("template"));
        }
      }
      case "jobs.batch" -> {
        if (changed) {
          job(object.at("spec"));
        }
      }
      case "cronjobs.batch" -> {
        if (changed) {
          job(object.at("spec", "jobTemplate", "spec"));
        }
        if (object.at("spec").text("schedule").contains("TZ")) {
          object.say("cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
              + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
              + " details");
        }
      }
      case "endpointslices.discovery.k8s.io" -> OtherWarnings.slice(object, /* created= */ false);
      default -> always(storage, object, before);
    }
    return object.warnings();
  }

  /** What is said of every write. */
  private static void always(String storage, Place object, JsonNode before) {
    switch (storage) {
      case "services" -> OtherWarnings.service(object);
      case "networkpolicies.networking.k8s.io" -> OtherWarnings.policy(object);
      case "endpoints" -> OtherWarnings.endpoints(object);
      case "nodes" -> OtherWarnings.node(object);
      case "secrets" -> OtherWarnings.secret(object);
      case "serviceaccounts" -> OtherWarnings.account(object, Place.of(before));
      case "runtimeclasses.node.k8s.io" -> OtherWarnings.runtimeClass(object);
      case "persistentvolumes" -> StorageWarnings.volume(object);
      case "persistentvolumeclaims" -> StorageWarnings.claimed(object);
      case "storageclasses.storage.k8s.io" -> StorageWarnings.classOf(object);
      case "csistoragecapacities.storage.k8s.io" -> StorageWarnings.capacity(object);
      default -> {}
    }
  }

  private static void label(Place object, String use) {
    List<String> wrong = NameForms.label(object.at("metadata").text("name"));
    if (!wrong.isEmpty()) {
      object
          .at("metadata", "name")
          .warn("this is used in " + use
              + ", which can result in surprising behavior; a DNS label is recommended: ["
              + String.join(" ", wrong) + "]");
    }
  }

  private static void template(Place template) {
    PodWarnings.look(template, /* template= */ true);
  }

  private static void history(Place limit) {
    if (limit.node().asLong() < 0) {
      limit.warn("a negative value retains all historical revisions; a value >= 0 is recommended");
    }
  }

  private static void job(Place spec) {
    if (spec.text("completionMode").equals("Indexed")
        && spec.node().path("completions").asInt() > MANY_COMPLETIONS
        && spec.node().path("parallelism").asInt() > MANY_AT_ONCE) {
      spec.warn("In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
          + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a big"
          + " number of indexes fail");
    }
    template(spec.at("template"));
  }
}
