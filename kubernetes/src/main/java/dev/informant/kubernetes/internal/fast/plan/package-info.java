/** Makes the plan of a class, once, from what Jackson itself would do, which is written down for the classes of the models. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.plan;
