/** JSON patch, merge patch and strategic merge patch over JSON trees. Stateless. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.patch;
