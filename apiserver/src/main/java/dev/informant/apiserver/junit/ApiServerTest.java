package dev.informant.apiserver.junit;

import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.Authorizer;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test method of the class an API server of its own, empty and started when a parameter first asks for
 * it, closed after the test. Parameters may be {@link dev.informant.apiserver.ApiServer}, {@link
 * dev.informant.apiserver.faults.Faults}, fabric8's {@code Config} and, if its implementation is on the class path,
 * {@code KubernetesClient}.
 *
 * <p>What is asked for before there is a test method belongs to the class: with one of these parameters on a method
 * annotated with {@code BeforeAll}, or on the constructor of a class of {@code Lifecycle.PER_CLASS}, all methods share
 * one server, its objects and its faults.
 *
 * <p>What an annotation cannot hold is set with {@link ApiServerExtension#with}.
 *
 * <p>Needs JUnit Jupiter 5.13 or later; 6 is fine.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ApiServerExtension.class)
public @interface ApiServerTest {
  /** With TLS; plain HTTP starts faster. */
  boolean tls() default false;

  /** Whether {@code sendInitialEvents} is offered. */
  boolean watchList() default true;

  /**
   * How many changes per resource a watch, a page or an exact list can go back, and not one more: what is older is
   * answered with 410. 0, the default, is as a real server, which keeps at least 100, and up to 102 400 of the last minutes.
   */
  int watchWindow() default 0;

  /** Decides who may do what: a class with a constructor without parameters. Default: everybody may do everything. */
  Class<? extends Authorizer> authorizer() default Authorizer.class;

  /** Custom resource definitions to create at the start: resources of the class path, as {@code /website-crd.yaml}. */
  String[] crds() default {};

  /** Sets further options of the server, after those above: classes with a constructor without parameters. */
  Class<? extends Consumer<ApiServerBuilder>>[] options() default {};

  /** Decides for faults with a probability. */
  long seed() default 1;
}
