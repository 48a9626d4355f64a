package dev.informant.verification.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that takes a {@link ControlPlane} as a parameter. One control plane serves all classes of
 * a JVM. Skipped, saying so, where {@code verification/control-plane/build} has not been run.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("real-cluster")
@ExtendWith(RealClusterExtension.class)
public @interface RealCluster {}
