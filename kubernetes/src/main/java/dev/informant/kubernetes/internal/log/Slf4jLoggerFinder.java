package dev.informant.kubernetes.internal.log;

import java.lang.System.Logger;
import java.lang.System.LoggerFinder;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Sends the log lines of this library to SLF4J, whose API comes with fabric8, and those of others where the JDK sends them: to
 * {@code java.util.logging}. Without an SLF4J back end, or with the one that discards everything, all lines go there. A finder
 * that the application brings takes precedence over this one. Thread-safe.
 */
/*
 * The JDK takes the first finder on the class path and ignores the others, so the order of the class path would decide. Where
 * this one comes first, it looks for the others itself and passes everything on to the first of them.
 *
 * Only loggers of this library are taken: SLF4J back ends and the JDK may log through System.Logger while SLF4J
 * initialises, and other libraries on the class path must not change their place because this one was added.
 */
public final class Slf4jLoggerFinder extends LoggerFinder {
  private static final String OURS = "dev.informant.";
  private static final String PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
  private static final String BINDER_BEFORE_2_0 = "org/slf4j/impl/StaticLoggerBinder.class";

  private final @Nullable LoggerFinder application;
  private volatile @Nullable Boolean backEnd; // null before it has been looked for

  /** For the JDK's service loader. */
  public Slf4jLoggerFinder() {
    this.application =
        ServiceLoader.load(LoggerFinder.class, ClassLoader.getSystemClassLoader()).stream()
            .filter(finder -> finder.type() != Slf4jLoggerFinder.class)
            .findFirst()
            .map(ServiceLoader.Provider::get)
            .orElse(null);
  }

  @Override
  public Logger getLogger(String name, Module module) {
    if (application != null) {
      return application.getLogger(name, module);
    }
    return name.startsWith(OURS) && hasBackEnd()
        ? new Slf4jLogger(LoggerFactory.getLogger(name))
        : new JdkLogger(java.util.logging.Logger.getLogger(name));
  }

  private boolean hasBackEnd() {
    Boolean known = backEnd;
    if (known == null) {
      known = isBackEndPresent();
      backEnd = known;
    }
    return known;
  }

  /** SLF4J prints a warning if it is used without a back end, so it is not used then. */
  private static boolean isBackEndPresent() {
    try {
      ClassLoader loader = LoggerFactory.class.getClassLoader();
      boolean any = loader.getResource(PROVIDERS) != null
          || loader.getResource(BINDER_BEFORE_2_0) != null
          || System.getProperty("slf4j.provider") != null;
      return any && !(LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory);
    } catch (LinkageError | RuntimeException absentOrBroken) {
      return false;
    }
  }
}
