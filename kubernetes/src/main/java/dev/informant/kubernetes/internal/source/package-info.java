/** Lists and watches: reads their answers while they arrive and hands the decoded objects on. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.source;
