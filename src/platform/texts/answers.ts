import { formatNumber } from "../base/texts";
import { receivedWords, type ErrorFacts, type ErrorTable, type ErrorWords } from "./words";

/** An answer came and is not what it claims to be. */
export const ANSWER_TEXTS: ErrorTable = {
  "answer/cut": (facts) => ({
    what: facts.has("receivedBytes")
      ? `${facts.t("The answer ended before it was complete.")} ${receivedWords(facts)}`
      : facts.t("The answer ended before it was complete."),
    advice: facts.t("Retry; the incomplete answer was not used."),
    action: "retry",
  }),
  "answer/overlong": ({ t }) => ({
    what: t("The answer is longer than its Content-Length and was discarded."),
    advice: t("Retry. If it fails again, tell the operator of the service."),
    action: "retry",
  }),
  "answer/tooLarge": (facts) => ({
    what: facts.has("limitBytes")
      ? facts.t("The answer is larger than the limit of {0} MB.", megabytes(facts))
      : facts.t("The answer is larger than the limit."),
    advice: facts.t("Save it to a file, ask for a smaller page, or raise the limit."),
    action: "openNetworkSettings",
  }),
  "answer/ratio": ({ t }) => ({
    what: t(
      "The answer was discarded: decompressed, it would be far larger than what was received.",
    ),
    advice: t("Tell the operator of the service the request id and trace id."),
    action: "showLog",
  }),
  "answer/encodingUnknown": ({ t }) => ({
    what: t("The answer has a Content-Encoding that was not requested, or too many of them."),
    advice: t(
      "Ask whoever runs your network whether a proxy changes answers; if none does, ask the operator.",
    ),
    action: "showLog",
  }),
  "answer/encodingBroken": ({ t }) => ({
    what: t("The compressed answer is damaged."),
    advice: t("Retry. If it fails again, tell the operator of the service."),
    action: "retry",
  }),
  "answer/notUtf8": ({ t }) => ({
    what: t("The answer is not valid UTF-8 text."),
    advice: t("Tell the operator of the service the request id and trace id."),
    action: "showLog",
  }),
  "answer/notJson": notJson,
  "answer/notAList": ({ t }) => ({
    what: t("The answer is JSON, but no list was found in it."),
    advice: t("Open it as JSON to see what came."),
  }),
  "answer/tooDeep": ({ t }) => ({
    what: t("The answer is nested too deeply to be shown as a list."),
    advice: t("Open it as JSON to see what came."),
  }),
  "answer/notKept": ({ t }) => ({
    what: t("This answer is no longer in memory."),
    advice: t("Load it again."),
    action: "retry",
  }),
  "lists/threadBroken": ({ t }) => ({
    what: t("The background process for lists stopped, and the loaded rows are lost."),
    advice: t("Reload the list. If it fails again, load fewer rows at once."),
    action: "retry",
  }),
  "lists/definitionChanged": ({ t }) => ({
    what: t("Loading stopped, because another definition became active."),
    advice: t("Load all pages again. The rows shown are those of the definition before."),
    action: "retry",
  }),
  "lists/keyChanged": ({ t }) => ({
    what: t(
      "Loading stopped, because the subscription key of the connection was changed; another key can mean another environment.",
    ),
    advice: t("Load all pages again. The rows shown are those of the key before."),
    action: "retry",
  }),
  "lists/parameterMissing": ({ t, value }) => ({
    what: t("This list needs a value for {0}. Nothing was sent.", value("name")),
    advice: t("Choose it under Parameters, then press Apply."),
  }),
  "lists/nothingToMeasure": ({ t }) => ({
    what: t("No parameter of this list has a value, so nothing can be compared. Nothing was sent."),
    advice: t(
      "Enter a value under Parameters and press Apply, or import the operator's definition.",
    ),
  }),
  "lists/rowsGone": ({ t }) => ({
    what: t("These rows are no longer loaded."),
    advice: t("Reload the list, then try again."),
    action: "retry",
  }),
  "lists/copyTooLarge": (facts) => ({
    what: facts.has("limitBytes")
      ? facts.t("The selection is larger than {0} MB, too much to copy.", megabytes(facts))
      : facts.t("The selection is too much to copy."),
    advice: facts.t("Select fewer rows, or save the answer as a file."),
  }),
  "lists/tooLongToCompare": ({ t }) => ({
    what: t("The loaded rows are too large to be compared as text."),
    advice: t("Compare them in the table, or load fewer rows."),
  }),
  "lists/notAlike": ({ t }) => ({
    what: t("The two selected items cannot be compared with each other."),
    advice: t("Select the same list of two clients or connections, two clients, or two pensions."),
  }),
  "lists/pathSyntax": ({ t, value }) => ({
    what: t("This is not a JSONPath query: {0}.", value("reason")),
    advice: t("Write it by RFC 9535, such as $..value or $.items[?@.value > 100]."),
  }),
  "lists/pathTooSlow": ({ t, count }) => ({
    what: t("The query took longer than {0} s and was stopped.", count("seconds")),
    advice: t("Write a simpler query. A regular expression in it may take too long."),
  }),
  "lists/pathBroken": ({ t }) => ({
    what: t("The query needed too much memory and was stopped."),
    advice: t("Write a narrower query, such as an exact path in place of '..'."),
  }),
  "lists/tooLongForPath": ({ t }) => ({
    what: t("The loaded rows are too large to be searched by JSONPath."),
    advice: t("Filter them, or load fewer rows."),
  }),
  "lists/noAnswer": ({ t }) => ({
    what: t("No answer is open as JSON in the active editor."),
    advice: t("Open an answer as JSON, then run 'Find by JSONPath…' there."),
  }),
  "lists/unknownQuestion": ({ t }) => ({
    what: t("The table failed because of an internal error."),
    advice: t("Reload the window. If it fails again, report it with the log ('Show Log')."),
    action: "showLog",
  }),
};

function notJson(facts: ErrorFacts): ErrorWords {
  const { t, value, has } = facts;
  if (has("isCut")) {
    return {
      what: t(
        "The answer is cut off: it ends in the middle of its JSON (line {0}, column {1}).",
        value("line"),
        value("column"),
      ),
      advice: t(
        "Retry. If it fails again, tell the operator of the service the request id and trace id.",
      ),
      action: "retry",
    };
  }
  const what =
    value("reason") === "empty"
      ? t("The answer is empty, where JSON was expected.")
      : has("line")
        ? t("The answer is not JSON (line {0}, column {1}).", value("line"), value("column"))
        : has("contentType")
          ? t("The answer is not JSON but {0}.", value("contentType"))
          : t("The answer is not JSON.");
  const advice = t(
    "Check the base URL of {0}, and whether a proxy answers instead of the service.",
    facts.name,
  );
  return { what, advice, action: "retry" };
}

/** `limitBytes` as people read it. */
export function megabytes({ value, language }: ErrorFacts): string {
  return formatNumber(Number(value("limitBytes")) / 1_048_576, language, { least: 0, most: 1 });
}
