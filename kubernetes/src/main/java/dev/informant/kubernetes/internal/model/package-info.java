/** Facts about fabric8's models: how Jackson reads and writes them, their classes, the confidential kinds. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.model;
