import { describeJsonReason } from "../../../platform/texts/local";
import { type Localizer, type Translate, valuesOf } from "../../../platform/texts/words";
import { describeDraftProblem } from "./draftTexts";
import type { FileFinding, FileProblemCode } from "../common/fileFindings";

type Values = (name: string) => string;
type Sentence = (t: Translate, value: Values, count: Values) => string;

const TEXTS: Readonly<Record<FileProblemCode, Sentence>> = {
  fileTooLarge: (t, _value, count) => t("The file is longer than {0} characters.", count("limit")),
  fileSyntax: (t, value) => t("This is not JSON: {0}.", describeJsonReason(t, value("reason"))),
  fileType: (t, value) => t("{0} is expected here.", shapeWords(t, value("expected"))),
  fileChoice: (t, value) => t("Write one of: {0}.", value("choices")),
  fileMissing: (t, value) => t("'{0}' is missing here.", value("name")),
  fileTwice: (t, value) => t("'{0}' is there twice. Take one out.", value("name")),
  fileVersion: (t, value) =>
    t("This version of the explorer reads files of version {0} only.", value("version")),
  fileTooMany: (t, _value, count) => t("A file holds at most {0} connections.", count("limit")),
  fileId: (t) => t("An id has 1 to 64 letters, digits, - and _, and is not 'sandbox'."),
  fileIdTwice: (t) => t("Another connection of this file has the same id."),
  fileSecret: (t, value) =>
    t(
      "'{0}' sounds like a secret. Take it out: secrets are never read from a file, they are entered.",
      value("name"),
    ),
  fileUnknown: (t, value) => t("'{0}' is not known and is left out.", value("name")),
};

/** The sentence for something found in a file: read at its place. */
export function describeFileFinding({ code, values }: FileFinding, words: Localizer): string {
  const { value, count } = valuesOf(values, words.language);
  const sentence = Object.hasOwn(TEXTS, code) ? TEXTS[code as FileProblemCode] : undefined;
  return sentence === undefined
    ? describeDraftProblem({ code, values }, words)
    : sentence(words.t, value, count);
}

function shapeWords(t: Translate, shape: string): string {
  const words: Readonly<Record<string, string>> = {
    object: t("An object in braces"),
    array: t("A list in brackets"),
    string: t("Text in quotes"),
    number: t("A number"),
  };
  return words[shape] ?? t("Something else");
}
