@org.jspecify.annotations.NullMarked
package dev.informant.verification.clients;
