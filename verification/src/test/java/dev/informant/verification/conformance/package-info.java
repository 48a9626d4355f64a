@org.jspecify.annotations.NullMarked
package dev.informant.verification.conformance;
