/**
 * Informers over a cluster. Start with {@link dev.informant.kubernetes.SharedInformerFactory}. All classes
 * are thread-safe, except builders and options.
 *
 * <p>A cache with an index:
 *
 * <!-- snippet: PodsByNode#index -->
 * <pre>{@code
 * informers = SharedInformerFactory.builder(client)
 *     .transform(Transforms.stripManagedFields())
 *     .build();
 * var pods = informers.core().v1().pods().informer();
 * byNode = pods.index("node", pod -> pod.getSpec().getNodeName()); // null: not in the index
 * informers.start();
 * informers.awaitSynced(Duration.ofSeconds(30)); // throws with the state and its cause
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes;
