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
 * pods = informers.core().v1().pods();
 * pods.informer()
 *     .addIndexer(
 *         "node", pod -> Stream.ofNullable(pod.getSpec().getNodeName()).toList());
 * informers.start();
 * pods.informer().awaitSynced(Duration.ofSeconds(30)); // fails with the state and its cause
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes;
