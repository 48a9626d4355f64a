/** What the embedded API server costs, with a real kube-apiserver beside it: {@code verification/apiserver-figures}. */
@NullMarked
package dev.informant.verification.figures;

import org.jspecify.annotations.NullMarked;
