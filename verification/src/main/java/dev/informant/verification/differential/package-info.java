/** client-go as the oracle: runs recorded scenarios through our stack and compares the traces. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.differential;
