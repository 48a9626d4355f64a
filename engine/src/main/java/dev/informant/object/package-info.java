/** What the pipeline carries and how it sees objects: accessor, keys, versions, label selectors. */
@org.jspecify.annotations.NullMarked
package dev.informant.object;
