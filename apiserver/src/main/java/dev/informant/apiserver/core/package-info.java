/** The API server without I/O: requests and responses are values, time and randomness are injected. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.core;
