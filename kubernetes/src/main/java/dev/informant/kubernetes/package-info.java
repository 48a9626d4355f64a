/**
 * Informers over a cluster. Begin with {@link dev.informant.kubernetes.SharedInformerFactory}. Any thread
 * may call anything here, except builders and options, which belong to one.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes;
