/** Objects in the pipeline and their metadata: accessor, keys, versions, label selectors. */
@org.jspecify.annotations.NullMarked
package dev.informant.object;
