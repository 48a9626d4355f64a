package dev.informant.verification.conformance;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the scripts of one {@code .http} file; {@code verification/conformance/README.md} specifies the format. One
 * parser reads one file, on one thread.
 */
final class ScriptParser {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern TITLE = Pattern.compile("### (\\d+(?:\\.\\d+)? \\S.*)");
  private static final Pattern STEP = Pattern.compile("([A-Z]+)(?: (.+?))?( #\\d+)?");
  private static final Pattern HEADER = Pattern.compile("([^\\s:]+):(.*)");
  private static final Pattern CAPTURE = Pattern.compile("([A-Za-z]+) = (.*)");
  private static final Pattern UNTIL = Pattern.compile("(\\S+) (\\S+)(?: (.+))?");
  private static final Pattern REPEAT =
      Pattern.compile("\\$\\{(\\d+) \\* (\"(?:[^\"\\\\]|\\\\.)*\")}");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z]+)}");
  private static final String TEXT = "<<<";
  private static final String TEXT_END = ">>>";
  private static final String BASE64 = "base64 ";

  private final String file;
  private final List<ConformanceScript> scripts = new ArrayList<>();
  private int line;
  private @Nullable String id;
  private boolean fresh;
  private List<String> also = new ArrayList<>();
  private List<Step> steps = new ArrayList<>();
  private Set<String> labels = new HashSet<>();
  private Set<String> variables = new HashSet<>();
  private Set<String> watches = new HashSet<>();
  private @Nullable StepDraft draft;

  private ScriptParser(String file) {
    this.file = file;
  }

  /** {@code file} is the name to use in error messages. */
  static List<ConformanceScript> parse(String file, List<String> lines) {
    ScriptParser parser = new ScriptParser(file);
    parser.read(lines);
    return parser.scripts;
  }

  private void read(List<String> lines) {
    for (line = 1; line <= lines.size(); line++) {
      String text = lines.get(line - 1);
      if (text.startsWith("###")) {
        title(text);
      } else if (text.startsWith("@")) {
        option(text.substring(1).strip());
      } else if (text.equals(TEXT)) {
        int start = line++;
        while (line <= lines.size() && !lines.get(line - 1).equals(TEXT_END)) {
          line++;
        }
        if (line > lines.size()) {
          line = start;
          throw mistake("the body has no end", "close it with a line " + TEXT_END);
        }
        body(expanded(String.join("\n", lines.subList(start, line - 1)))
            .getBytes(StandardCharsets.UTF_8));
      } else if (text.startsWith("{") || text.startsWith("[")) {
        body(expanded(text).getBytes(StandardCharsets.UTF_8));
      } else if (text.startsWith("\"")) {
        body(expanded(quoted(text)).getBytes(StandardCharsets.UTF_8));
      } else if (text.startsWith(BASE64)) {
        body(decoded(text.substring(BASE64.length())));
      } else if (!text.isBlank() && !text.startsWith("#")) {
        stepOrHeader(text);
      }
    }
    line = lines.size();
    endScript();
  }

  private void title(String text) {
    endScript();
    Matcher title = TITLE.matcher(text);
    if (!title.matches()) {
      throw mistake(
          "the script has no section or no name", "write them as in \"### 3.2 continue tokens\"");
    }
    id = title.group(1).strip();
  }

  private void endScript() {
    endStep();
    if (id != null) {
      scripts.add(new ConformanceScript(id, fresh, also, steps));
    }
    fresh = false;
    also = new ArrayList<>();
    steps = new ArrayList<>();
    labels = new HashSet<>();
    variables = new HashSet<>();
    watches = new HashSet<>();
  }

  private void stepOrHeader(String text) {
    Matcher header = HEADER.matcher(text);
    Matcher step = STEP.matcher(text);
    if (header.matches()) {
      String value = header.group(2).strip();
      current("a header")
          .header(header.group(1), value.startsWith("\"") ? quoted(value) : expanded(value));
    } else if (step.matches()) {
      endStep();
      if (id == null) {
        throw mistake("the step is in no script", "begin one with a line such as \"### 9 create\"");
      }
      String rest = step.group(2) == null ? "" : step.group(2);
      String number = step.group(3) == null ? "" : step.group(3);
      draft = new StepDraft(this, line, step.group(1), expanded(rest), number);
    } else {
      throw mistake(
          "the line is no step, header, option or body",
          "begin a step with a method and a path; write a body that is no JSON between " + TEXT
              + " and " + TEXT_END);
    }
  }

  private void option(String text) {
    int space = text.indexOf(' ');
    String name = space < 0 ? text : text.substring(0, space);
    String value = space < 0 ? "" : text.substring(space + 1).strip();
    switch (name) {
      case "also" -> {
        ofScript("@also");
        also.addAll(List.of(value.split(" +")));
      }
      case "fresh" -> {
        ofScript("@fresh");
        fresh = true;
      }
      case "capture" -> {
        Matcher capture = CAPTURE.matcher(value);
        if (!capture.matches()) {
          throw mistake(
              "@capture is incomplete", "write \"@capture rv = /metadata/resourceVersion\"");
        }
        current("@capture").capture(capture.group(1), pointer(capture.group(2)));
      }
      case "until" -> {
        Matcher until = UNTIL.matcher(value);
        Condition.Operator operator =
            until.matches() ? Condition.Operator.of(until.group(2)).orElse(null) : null;
        boolean unary = operator == Condition.Operator.EXISTS;
        if (operator == null || unary != (until.group(3) == null)) {
          throw mistake(
              "@until has no known condition",
              "write \"/pointer = text\", \"/pointer contains text\", \"/pointer lacks text\" or"
                  + " \"/pointer exists\"");
        }
        current("@until")
            .condition(
                new Condition(pointer(until.group(1)), operator, unary ? "" : until.group(3)));
      }
      case "compare" -> current("@compare").compare(value);
      case "messages" -> current("@messages").messages(number(value, "@messages"));
      default ->
        throw mistake(
            "unknown option @" + name,
            "use @also, @capture, @compare, @fresh, @messages or @until");
    }
  }

  private void ofScript(String option) {
    if (id == null || draft != null || !steps.isEmpty()) {
      throw mistake(option + " belongs to no script", "write it directly below a line \"### …\"");
    }
  }

  private void body(byte[] bytes) {
    current("a body").body(bytes);
  }

  private StepDraft current(String what) {
    if (draft == null) {
      throw mistake(what + " belongs to no step", "write it below the line of its step");
    }
    return draft;
  }

  private void endStep() {
    if (draft == null) {
      return;
    }
    StepDraft ended = draft;
    draft = null;
    Step step = ended.build();
    if (step.isCompared() && !labels.add(step.label())) {
      throw ended.mistake(
          "the script has a step \"" + step.label() + "\" already",
          "end the line with \"" + free(step.label()) + "\"");
    }
    if (step instanceof Step.Open open) {
      watches.add(open.watch());
    }
    String watch = step instanceof Step.Take take
        ? take.watch()
        : step instanceof Step.Finish finish ? finish.watch() : null;
    if (watch != null && !watches.contains(watch)) {
      throw ended.mistake(
          "no watch \"" + watch + "\" is open", "open it with \"WATCH path as " + watch + "\"");
    }
    for (String text : ended.texts()) {
      Matcher variable = VARIABLE.matcher(text);
      while (variable.find()) {
        if (!variables.contains(variable.group(1))) {
          throw ended.mistake(
              "no earlier step captures " + variable.group(),
              "add \"@capture " + variable.group(1) + " = /pointer\" to one");
        }
      }
    }
    variables.addAll(ended.captured());
    steps.add(step);
  }

  private String free(String label) {
    String base = label.replaceFirst(" #\\d+$", "");
    int number = 2;
    while (labels.contains(base + " #" + number)) {
      number++;
    }
    return " #" + number;
  }

  /** {@code ${64 * "ab"}} becomes a text of 128 characters. */
  private String expanded(String text) {
    return REPEAT
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(
            quoted(match.group(2)).repeat(number(match.group(1), "the factor"))));
  }

  private String quoted(String text) {
    try {
      return MAPPER.readerFor(String.class).readValue(text);
    } catch (JsonProcessingException broken) {
      throw mistake(
          "the quoted text is no JSON string", "end it with \" and write \\\" for quotes in it");
    }
  }

  private byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException broken) {
      throw mistake("the body is no base64", "write all of it on this line, with its padding");
    }
  }

  private String pointer(String text) {
    try {
      JsonPointer.compile(text);
      return text;
    } catch (IllegalArgumentException broken) {
      throw mistake("\"" + text + "\" is no JSON pointer", "begin it with a slash");
    }
  }

  int number(String text, String what) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException broken) {
      throw mistake(
          what + " is no number: \"" + text + "\"", "write a number up to " + Integer.MAX_VALUE);
    }
  }

  ScriptSyntaxException mistake(String mistake, String remedy) {
    return mistake(line, mistake, remedy);
  }

  ScriptSyntaxException mistake(int where, String mistake, String remedy) {
    return new ScriptSyntaxException(file, where, mistake, remedy);
  }
}
