package dev.informant.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which of the standard streams a person sits at. Immutable.
 *
 * @param dumb whether the terminal can only print one line after another
 * @param colours whether results may be coloured
 * @param columns how wide it is; 0 if that is not known
 */
public record Terminals(
    boolean input, boolean output, boolean errors, boolean dumb, boolean colours, int columns) {
  /** Nobody: files and pipes. */
  public static final Terminals NONE = new Terminals(false, false, false, true, false, 0);

  /**
   * What the script found out, for Java only learned to tell in 22.
   *
   * @param said the descriptors that are terminals, such as {@code 02}; null if not checked
   * @param width of the terminal; null or empty if not checked
   */
  static Terminals of(
      @Nullable String said, @Nullable String width, Map<String, String> environment) {
    String descriptors = said == null ? (System.console() == null ? "" : "012") : said;
    String type = environment.getOrDefault("TERM", "");
    boolean output = descriptors.contains("1");
    boolean dumb = type.isEmpty() || type.equals("dumb");
    return new Terminals(
        descriptors.contains("0"),
        output,
        descriptors.contains("2"),
        dumb,
        output && !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty(),
        width != null && width.matches("[0-9]{1,6}") ? Integer.parseInt(width) : 0);
  }
}
