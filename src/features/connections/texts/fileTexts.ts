import { describeJsonReason } from "../../../platform/texts/local";
import { type Refusal, refusal, type RefusalTable } from "../../../platform/texts/refusals";
import type { Localizer, Translate } from "../../../platform/texts/words";
import { describeDraftProblem } from "./draftTexts";
import type { FileFinding, FileProblemCode } from "../common/fileFindings";

export const FILE_REFUSALS = {
  fileTooLarge: (t, _value, count) =>
    t("The file is longer than {0} characters. Split it.", count("limit")),
  fileSyntax: (t, value) => t("This is not JSON: {0}.", describeJsonReason(t, value("reason"))),
  fileType: (t, value) => t("{0} is expected here.", shapeWords(t, value("expected"))),
  fileChoice: (t, value) => t("Choose one of: {0}.", value("choices")),
  fileMissing: (t, value) => t("'{0}' is missing here. Add it.", value("name")),
  fileTwice: (t, value) => t("'{0}' is there twice. Remove one.", value("name")),
  fileVersion: (t, value) =>
    t(
      "This version of the explorer reads only files of version {0}. Update the explorer, or export the file again.",
      value("version"),
    ),
  fileTooMany: (t, _value, count) =>
    t("A file holds at most {0} connections. Split it.", count("limit")),
  fileId: (t) => t("An id has 1 to 64 letters, digits, - and _, and is not 'sandbox'."),
  fileIdTwice: (t) => t("Another connection of this file has the same id. Give it another."),
  fileSecret: (t, value) =>
    t(
      "'{0}' sounds like a secret. Remove it: secrets are never read from a file, they are entered.",
      value("name"),
    ),
  fileUnknown: (t, value) =>
    t(
      "'{0}' is not a known field and is left out. Check its spelling, or remove it.",
      value("name"),
    ),
} satisfies Readonly<Record<FileProblemCode, RefusalTable[string]>>;

/** The sentence for something found in a file: read at its place. */
export function describeFileFinding({ code, values }: FileFinding, words: Localizer): Refusal {
  return Object.hasOwn(FILE_REFUSALS, code)
    ? refusal(FILE_REFUSALS[code as FileProblemCode], words, values)
    : describeDraftProblem({ code, values }, words);
}

function shapeWords(t: Translate, shape: string): string {
  const words: Readonly<Record<string, string>> = {
    object: t("An object in braces"),
    array: t("A list in brackets"),
    string: t("Text in quotes"),
    number: t("A number"),
  };
  return words[shape] ?? shape;
}
