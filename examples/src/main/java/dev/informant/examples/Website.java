package dev.informant.examples;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The custom resource of {@link WebsiteController}. Spec and status have equals, which the mutation detector uses. */
@Group("example.com")
@Version("v1")
public class Website extends CustomResource<Website.Spec, Website.Status> implements Namespaced {
  private static final long serialVersionUID = 1;

  /** The requested state. */
  public static class Spec {
    public String image = "";
    public int replicas = 1;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Spec spec && image.equals(spec.image) && replicas == spec.replicas;
    }

    @Override
    public int hashCode() {
      return Objects.hash(image, replicas);
    }
  }

  /** The observed state. */
  public static class Status {
    public @Nullable Long observedGeneration;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Status status
          && Objects.equals(observedGeneration, status.observedGeneration);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(observedGeneration);
    }
  }
}
