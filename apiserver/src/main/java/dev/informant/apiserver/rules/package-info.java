/**
 * What the specs and statuses of built-in kinds, and access reviews, must be like: tables of checks by kind, in the order and the words of a
 * kube-apiserver. What a kube-apiserver fills in before it checks may be missing here. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.rules;
