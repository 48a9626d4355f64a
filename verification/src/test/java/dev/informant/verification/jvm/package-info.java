/** A machine and a JVM that are short of everything. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.jvm;
