package dev.informant.apiserver.internal.status;

/**
 * One cause in the details of a Status.
 *
 * @param reason e.g. {@code FieldValueInvalid}
 * @param field the path; empty if the cause has none
 */
public record Cause(String reason, String message, String field) {
  public static Cause required(String field, String detail) {
    return new Cause(
        "FieldValueRequired", "Required value" + (detail.isEmpty() ? "" : ": " + detail), field);
  }

  public static Cause forbidden(String field, String detail) {
    return new Cause("FieldValueForbidden", "Forbidden: " + detail, field);
  }

  public static Cause tooLong(String field, int most) {
    return new Cause(
        "FieldValueTooLong", "Too long: may not be more than " + most + " bytes", field);
  }

  /** {@code shown} is the value as Go prints it: strings in quotes, numbers bare. */
  public static Cause invalid(String field, String shown, String detail) {
    return new Cause("FieldValueInvalid", "Invalid value: " + shown + ": " + detail, field);
  }

  public static Cause unsupported(String field, String value, String supported) {
    return new Cause(
        "FieldValueNotSupported",
        "Unsupported value: \"" + value + "\": supported values: " + supported,
        field);
  }

  /** As {@link #unsupported}, for a field that is a list. */
  public static Cause unsupportedList(String field, String shown, String supported) {
    return new Cause(
        "FieldValueNotSupported",
        "Unsupported value: " + shown + ": supported values: " + supported,
        field);
  }

  /** As it appears inside the message of an Invalid Status. */
  String line() {
    return field.isEmpty() ? message : field + ": " + message;
  }

  /** What a server whose WatchList feature is off says to {@code sendInitialEvents}. */
  public static Cause watchListOff() {
    return forbidden(
        "sendInitialEvents",
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled");
  }
}
