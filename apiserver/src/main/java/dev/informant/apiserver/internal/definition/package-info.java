/**
 * What a CustomResourceDefinition must be like: names, versions, and schemas that are structural. The checks, their
 * order and their words are those of a kube-apiserver, which works on a form of its own: what all versions have in
 * common stands above them there, and complaints name those places.
 * Not API.
 */
@NullMarked
package dev.informant.apiserver.internal.definition;

import org.jspecify.annotations.NullMarked;
