/** Programs that the clients under {@code verification/clients} are run against. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.clients;
