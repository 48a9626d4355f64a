// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** admissionregistration.k8s.io. */
public final class AdmissionregistrationInformers {
  private final TypedInformers informers;

  AdmissionregistrationInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1alpha1 v1alpha1() {
    return new V1alpha1(informers);
  }

  public V1beta1 v1beta1() {
    return new V1beta1(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy>
        mutatingAdmissionPolicies() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding>
        mutatingAdmissionPolicyBindings() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.admissionregistration.v1
              .MutatingAdmissionPolicyBinding.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration>
        mutatingWebhookConfigurations() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.admissionregistration.v1
              .MutatingWebhookConfiguration.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy>
        validatingAdmissionPolicies() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1
                .ValidatingAdmissionPolicyBinding>
        validatingAdmissionPolicyBindings() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.admissionregistration.v1
          .ValidatingAdmissionPolicyBinding.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration>
        validatingWebhookConfigurations() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.admissionregistration.v1
              .ValidatingWebhookConfiguration.class);
    }
  }

  /** Version v1alpha1. */
  public static final class V1alpha1 {
    private final TypedInformers informers;

    private V1alpha1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1alpha1.MutatingAdmissionPolicy>
        mutatingAdmissionPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.admissionregistration.v1alpha1
              .MutatingAdmissionPolicy.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1alpha1
                .MutatingAdmissionPolicyBinding>
        mutatingAdmissionPolicyBindings() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.admissionregistration.v1alpha1
          .MutatingAdmissionPolicyBinding.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1beta1.MutatingAdmissionPolicy>
        mutatingAdmissionPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
              .MutatingAdmissionPolicy.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
                .MutatingAdmissionPolicyBinding>
        mutatingAdmissionPolicyBindings() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
          .MutatingAdmissionPolicyBinding.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
                .MutatingWebhookConfiguration>
        mutatingWebhookConfigurations() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
          .MutatingWebhookConfiguration.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
                .ValidatingWebhookConfiguration>
        validatingWebhookConfigurations() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.admissionregistration.v1beta1
          .ValidatingWebhookConfiguration.class);
    }
  }
}
