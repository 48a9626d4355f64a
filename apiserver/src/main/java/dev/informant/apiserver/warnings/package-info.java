/**
 * What a kube-apiserver warns of in specs that are odd but valid, in its order and words. What it fills in before it
 * looks may be missing here. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.warnings;
