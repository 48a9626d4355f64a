/** What is known of fabric8's models: how Jackson reads and writes them, which classes they are, which kinds are confidential. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.model;
