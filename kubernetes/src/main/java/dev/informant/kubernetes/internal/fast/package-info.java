/** Decodes bytes straight into the model classes, equal in result to Jackson; the parts are below: reading, plans, sharing. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast;
