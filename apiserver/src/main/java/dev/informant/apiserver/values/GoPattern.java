package dev.informant.apiserver.values;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Go has them: a match takes time linear in the text and no stack, whatever the
 * expression, which comes from a client. Thread-safe.
 */
public final class GoPattern {
  /** More than all CRDs of a test together have; a server that meets more compiles them anew. */
  private static final int KEPT = 1000;

  private static final Map<String, GoPattern> KNOWN = new ConcurrentHashMap<>();

  private final @Nullable Pattern pattern;
  private final @Nullable String complaint;

  private GoPattern(@Nullable Pattern pattern, @Nullable String complaint) {
    this.pattern = pattern;
    this.complaint = complaint;
  }

  public static GoPattern of(String expression) {
    GoPattern known = KNOWN.get(expression);
    if (known == null) {
      known = compile(expression);
      if (KNOWN.size() >= KEPT) {
        KNOWN.clear();
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
