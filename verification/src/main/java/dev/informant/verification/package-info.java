/**
 * What holds Informant to its promises, and is never shipped. Each package is one way to do that, with one script
 * beside the module's sources that starts it.
 *
 * <ul>
 *   <li>{@code simulation}: the whole stack from a seed, in virtual time ({@code verification/simulate})
 *   <li>{@code differential}: scripted servers, our traces against client-go's ({@code verification/differential/run})
 *   <li>{@code live}: client-go's informers and ours on one kube-apiserver ({@code verification/live}; its other half is
 *       the Go program in {@code verification/differential/live})
 *   <li>{@code soak}: informers of many kinds under faults for a long time ({@code verification/soak})
 *   <li>{@code chaos}: what live and soak do to a cluster: load, faults of the line and of processes
 *   <li>{@code controlplane}: a real kube-apiserver and etcd on this machine ({@code verification/control-plane/start})
 *   <li>{@code conformance}: the embedded API server against recorded answers of a real one ({@code
 *       verification/conformance/run})
 *   <li>{@code clients}: the embedded API server for clients of others ({@code verification/clients/run})
 *   <li>{@code figures}: what the embedded API server costs ({@code verification/apiserver-figures})
 * </ul>
 *
 * Concurrency proofs of single classes are a module of their own below this one, {@code verification/jcstress}; tests that
 * need the binding and a server are in this module's test sources.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification;
