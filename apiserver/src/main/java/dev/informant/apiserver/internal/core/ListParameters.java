package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.SelectableFields;
import dev.informant.apiserver.internal.selector.FieldSelector;
import dev.informant.apiserver.internal.selector.LabelRequirements;
import dev.informant.apiserver.internal.selector.SelectorException;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of list and watch, read and checked as the real server does. Immutable.
 *
 * @param resourceVersion as given; empty if absent
 * @param match empty if absent
 * @param sendInitialEvents null if absent
 * @param timeoutSeconds 0 if absent
 */
record ListParameters(
    LabelRequirements labels,
    FieldSelector fields,
    String resourceVersion,
    String match,
    long limit,
    String continueToken,
    @Nullable Boolean sendInitialEvents,
    boolean allowBookmarks,
    long timeoutSeconds) {

  static ListParameters read(ApiRequest request, ResourceType type) {
    long timeoutSeconds = number(request, "timeoutSeconds");
    return new ListParameters(
        labels(request),
        fields(request, type),
        text(request, "resourceVersion"),
        text(request, "resourceVersionMatch"),
        number(request, "limit"),
        text(request, "continue"),
        InitialEvents.asked(request),
        request.flag("allowWatchBookmarks"),
        timeoutSeconds);
  }

  /** For one object, if {@code name} is not empty: the old watch paths have one. */
  ListParameters named(String name) {
    if (name.isEmpty() || name.equals(fields.exactly("metadata.name"))) {
      return this;
    }
    if (!fields.everything()) {
      throw ApiStatusException.badRequest(
          "fieldSelector metadata.name doesn't match requested name");
    }
    FieldSelector one =
        new FieldSelector(List.of(new FieldSelector.Requirement("metadata.name", true, name)));
    return new ListParameters(
        labels,
        one,
        resourceVersion,
        match,
        limit,
        continueToken,
        sendInitialEvents,
        allowBookmarks,
        timeoutSeconds);
  }

  /** For what is to be deleted: found page by page, and so at the version that is asked for. */
  ListParameters exactly() {
    Long version = VersionText.parse(resourceVersion);
    boolean exact = match.isEmpty() && version != null && version != 0 && continueToken.isEmpty();
    return new ListParameters(
        labels,
        fields,
        resourceVersion,
        exact ? "Exact" : match,
        limit,
        continueToken,
        sendInitialEvents,
        allowBookmarks,
        timeoutSeconds);
  }

  boolean selects() {
    return !labels.everything() || !fields.everything();
  }

  /** 422 if a list may not have these options. */
  void checkForList() {
    List<Cause> causes = new ArrayList<>();
    if (!match.isEmpty()) {
      if (resourceVersion.isEmpty()) {
        causes.add(Cause.forbidden(
            "resourceVersionMatch",
            "resourceVersionMatch is forbidden unless resourceVersion is provided"));
      }
      if (!continueToken.isEmpty()) {
        causes.add(Cause.forbidden(
            "resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
      }
      if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
        causes.add(
            Cause.unsupported("resourceVersionMatch", match, "\"Exact\", \"NotOlderThan\", \"\""));
      }
      if (match.equals("Exact") && resourceVersion.equals("0")) {
        causes.add(Cause.forbidden(
            "resourceVersionMatch",
            "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
      }
    }
    if (sendInitialEvents != null) {
      causes.add(Cause.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
    check(causes);
  }

  /** 422 if a watch may not have these options. */
  void checkForWatch(boolean watchList) {
    List<Cause> causes = new ArrayList<>();
    boolean initial = sendInitialEvents != null;
    if (initial && !match.equals("NotOlderThan")) {
      causes.add(Cause.forbidden(
          "resourceVersionMatch",
          "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (initial && !watchList) {
      causes.add(Cause.watchListOff());
    }
    if (!match.isEmpty() && !initial) {
      causes.add(Cause.forbidden(
          "resourceVersionMatch",
          "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    if (!match.isEmpty() && !match.equals("NotOlderThan")) {
      causes.add(Cause.unsupported("resourceVersionMatch", match, "\"NotOlderThan\""));
    }
    boolean defaulted = watchList && impliesInitialEvents();
    if (!continueToken.isEmpty() && (!match.isEmpty() || defaulted)) {
      causes.add(Cause.forbidden(
          "resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
    }
    check(causes);
  }

  private static void check(List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw ApiStatusException.invalid("meta.k8s.io", "ListOptions", "", causes);
    }
  }

  /** Whether a server that knows watch-list takes this watch for one, although it does not say so. */
  boolean impliesInitialEvents() {
    return InitialEvents.implied(sendInitialEvents, match, resourceVersion);
  }

  private static LabelRequirements labels(ApiRequest request) {
    try {
      return LabelRequirements.parse(text(request, "labelSelector"));
    } catch (SelectorException malformed) {
      throw ApiStatusException.badRequest(String.valueOf(malformed.getMessage()));
    }
  }

  private static FieldSelector fields(ApiRequest request, ResourceType type) {
    try {
      FieldSelector parsed = FieldSelector.parse(text(request, "fieldSelector"));
      List<FieldSelector.Requirement> converted = new ArrayList<>();
      for (FieldSelector.Requirement requirement : parsed.requirements()) {
        String field = SelectableFields.supported(type, requirement.field());
        if (field == null) {
          throw ApiStatusException.badRequest(
              SelectableFields.unsupported(type, requirement.field()));
        }
        converted.add(
            new FieldSelector.Requirement(field, requirement.equal(), requirement.value()));
      }
      return converted.isEmpty() ? FieldSelector.EVERYTHING : new FieldSelector(converted);
    } catch (SelectorException malformed) {
      throw ApiStatusException.badRequest(String.valueOf(malformed.getMessage()));
    }
  }

  private static String text(ApiRequest request, String name) {
    String value = request.parameter(name);
    return value == null ? "" : value;
  }

  static long number(ApiRequest request, String name) {
    String value = request.parameter(name);
    if (value == null) {
      return 0;
    }
    boolean digits = value.matches("[+-]?[0-9]+");
    try {
      if (digits) {
        return Long.parseLong(value);
      }
    } catch (NumberFormatException tooMany) {
      // said below
    }
    throw ApiStatusException.badRequest("strconv.ParseInt: parsing " + GoJson.quoted(value) + ": "
        + (digits ? "value out of range" : "invalid syntax"));
  }
}
