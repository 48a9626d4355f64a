package dev.informant.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that must hold for random input. The method has one parameter, a {@link RandomGenerator}, from which it draws its
 * input. It is called once for each seed from 0 to {@link #value()}, exclusive, on one instance of its class, and the first
 * failure ends it: the message names the seed. {@code -Dinformant.seed=17} repeats seed 17 alone.
 */
@Test
@ExtendWith(SeedsExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Seeds {
  /** The number of seeds. */
  int value();
}
