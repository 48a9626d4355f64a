/**
 * Informers over a cluster. Begin with {@link dev.informant.kubernetes.SharedInformerFactory}. Any thread
 * may call anything here, except builders and options, which belong to one.
 *
 * <p>A cache with an index:
 *
 * <!-- snippet: PodsByNode#index -->
 * <pre>{@code
 * informers = SharedInformerFactory.builder(client)
 *     .transform(Transforms.stripManagedFields())
 *     .build();
 * var pods = informers.core().v1().pods().informer();
 * byNode = pods.index("node", pod -> pod.getSpec().getNodeName()); // null: in no entry
 * informers.start();
 * informers.awaitSynced(Duration.ofSeconds(30)); // throws with the state and its cause
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes;
