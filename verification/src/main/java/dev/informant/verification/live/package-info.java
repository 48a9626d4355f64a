/** client-go and Informant side by side on one busy real kube-apiserver, under faults. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.live;
