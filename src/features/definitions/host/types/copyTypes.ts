import * as vscode from "vscode";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { countText } from "../../../../platform/vscode/formats";
import { withProgress } from "../../../../platform/vscode/progress";
import { showBriefly } from "../../../../platform/vscode/surfaces";
import {
  MOST_ITEMS,
  TYPE_LANGUAGES,
  type TypeLanguage,
  typeNameOf,
  type TypesQuestion,
  type WrittenTypes,
} from "../../common/types/types";
import { writeTypesInThread } from "../../common/types/typesWriter";
import { oneLine } from "../../texts/words";

export interface TypesServices {
  readonly dialogs: Dialogs;
  /** Path of the program that writes types. */
  readonly typesWorker: string;
}

/** A body of an operation, and where its types can be read from. */
export interface TypedSubject extends Pick<TypesQuestion, "definition" | "sample"> {
  readonly method: string;
  readonly pathTemplate: string;
  /** Of the answer; absent for the body of a request. */
  readonly status?: number;
}

/** Asks for a language and copies types of the body in it. */
export async function copyTypes(
  { dialogs, typesWorker }: TypesServices,
  subject: TypedSubject,
): Promise<void> {
  const language = await pickLanguage(dialogs);
  if (language === undefined) {
    return;
  }
  const { pathTemplate, definition, sample } = subject;
  const question: TypesQuestion = {
    language,
    name: typeNameOf(pathTemplate),
    ...(definition && { definition }),
    ...(sample !== undefined && { sample }),
  };
  const written = await withProgress(vscode.l10n.t("Writing types"), (signal) =>
    writeTypesInThread(typesWorker, question, signal),
  );
  const head = headOf(subject, written).map((line) => `// ${line}\n`);
  await vscode.env.clipboard.writeText(`${head.join("")}${written.text}\n`);
  showBriefly(
    written.from === "definition"
      ? vscode.l10n.t("Copied types from the definition as {0}", LANGUAGE_NAMES[language])
      : vscode.l10n.t("Copied types from the shape of the answer as {0}", LANGUAGE_NAMES[language]),
  );
}

const LANGUAGE_NAMES: Readonly<Record<TypeLanguage, string>> = {
  typescript: "TypeScript",
  csharp: "C#",
};

async function pickLanguage(dialogs: Dialogs): Promise<TypeLanguage | undefined> {
  const items = TYPE_LANGUAGES.map((language) => ({ label: LANGUAGE_NAMES[language], language }));
  return (await dialogs.pick(vscode.l10n.t("Copy types as"), items))?.language;
}

/** Says what the types are of, and how much they can be relied on. */
function headOf(
  { method, pathTemplate, status }: TypedSubject,
  written: WrittenTypes,
): readonly string[] {
  const operation = oneLine(`${method} ${pathTemplate}`, 300);
  const what =
    status === undefined
      ? vscode.l10n.t("{0}, body of the request", operation)
      : vscode.l10n.t("{0}, answer with status {1}", operation, String(status));
  if (written.from === "definition") {
    return [what, vscode.l10n.t("From the interface definition that the connection follows.")];
  }
  return [
    what,
    vscode.l10n.t("From the shape of one answer: other answers can have other members."),
    ...(written.isCut === true
      ? [vscode.l10n.t("Of each list, the first {0} items were looked at.", countText(MOST_ITEMS))]
      : []),
  ];
}
