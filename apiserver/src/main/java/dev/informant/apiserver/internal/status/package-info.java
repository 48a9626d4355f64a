/** The Status objects and errors of the API, to the wording of the real server. Values; thread-safe. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.status;
