package dev.informant.apiserver.internal.values;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Go has them: a match takes time linear in the text and no stack, whatever the
 * expression, which comes from a client. One that is too large is refused before it is compiled, and what is kept of them
 * is bounded by its size. Thread-safe.
 */
public final class GoPattern {
  /** In steps: more than all CRDs of a test together have; a server that meets more compiles them anew. */
  private static final long KEPT = 200_000;

  private static final Map<String, GoPattern> KNOWN = new ConcurrentHashMap<>();
  private static final AtomicLong SIZE = new AtomicLong();

  private final @Nullable Pattern pattern;
  private final @Nullable String complaint;

  private GoPattern(@Nullable Pattern pattern, @Nullable String complaint) {
    this.pattern = pattern;
    this.complaint = complaint;
  }

  public static GoPattern of(String expression) {
    GoPattern known = KNOWN.get(expression);
    if (known == null) {
      String tooMuch = PatternMeasure.complaint(expression);
      if (tooMuch != null) {
        return new GoPattern(null, tooMuch);
      }
      known = compile(expression);
      long size = PatternMeasure.size(expression);
      if (SIZE.addAndGet(size) > KEPT) {
        KNOWN.clear();
        SIZE.set(size);
      }
      KNOWN.put(expression, known);
    }
    return known;
  }

  private static GoPattern compile(String expression) {
    try {
      return new GoPattern(Pattern.compile(expression), null);
    } catch (PatternSyntaxException wrong) {
      String complaint = String.valueOf(wrong.getMessage());
      String nameless = expression.replaceAll("\\(\\?P?<\\w+>", "(");
      if (complaint.contains("duplicate capture group name") && !nameless.equals(expression)) {
        return compile(nameless); // Go lets groups share a name, and nobody asks for groups here
      }
      return new GoPattern(null, complaint.contains("`") ? complaint : complaint + ": ``");
    }
  }

  /** What is wrong with the expression; null if nothing is. */
  public @Nullable String complaint() {
    return complaint;
  }

  /** Whether the expression is found somewhere in {@code text}; never if it is not one. */
  public boolean matches(String text) {
    return pattern != null && pattern.matcher(text).find();
  }
}
