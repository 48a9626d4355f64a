/**
 * The API server without I/O: requests and responses are values, time and randomness are injected.
 *
 * <p>{@link dev.informant.apiserver.internal.core.KubernetesCore} answers; a front turns sockets into {@link
 * dev.informant.apiserver.internal.core.ApiRequest}s and pulls {@link dev.informant.apiserver.internal.core.ApiResponse}s.
 * Further content types plug in as {@link dev.informant.apiserver.internal.core.Negotiation} and {@link
 * dev.informant.apiserver.internal.core.Representation}; faults are in {@link
 * dev.informant.apiserver.internal.core.CoreFaults}.
 *
 * <p>Everything is thread-safe and nothing blocks. A request runs on the caller's thread; watches are told
 * of changes on the runtime's pipeline.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.core;
