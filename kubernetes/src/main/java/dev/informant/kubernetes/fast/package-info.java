/**
 * Decoding straight from bytes into the model classes, equal in result to Jackson. Plans are made once per
 * class from what Jackson itself would do, which is written down for the models' classes; whatever is out of the ordinary is left to
 * Jackson. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.fast;
