import type { Uri } from "vscode";
import * as v from "valibot";
import { l10n, type QuickPickItem } from "vscode";
import {
  EXPORT_SCOPES,
  type ExportForm,
  type ExportFormat,
  type ExportScope,
  type ExportTarget,
} from "../common/export";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { BACK, type Back } from "../../../platform/vscode/stepDialogs";
import { isHere } from "./exportTarget";
import { countWords, rowsWords } from "./exportWords";
import type { PanelRows } from "../../lists/host/exportable";

const FORM_NAMES = ["jsonl", "json", "sheet", "guarded", "csv", "markdown"] as const;
type FormName = (typeof FORM_NAMES)[number];
const PLACES = ["file", "clipboard", "editor"] as const;
type Place = (typeof PLACES)[number];

const lastChoiceSchema = v.object({
  scope: v.picklist(EXPORT_SCOPES),
  form: v.picklist(FORM_NAMES),
  place: v.picklist(PLACES),
});
/** What was chosen last, which comes first the next time. */
type LastChoice = Readonly<v.InferOutput<typeof lastChoiceSchema>>;

/** As the editor kept it; undefined where it is none, of another version for example. */
export function readLastChoice(value: unknown): LastChoice | undefined {
  const { success, output } = v.safeParse(lastChoiceSchema, value);
  return success ? output : undefined;
}

export interface ExportChoice {
  readonly scope: ExportScope;
  readonly form: ExportForm;
  readonly target: ExportTarget;
  readonly last: LastChoice;
}

interface WizardOptions {
  readonly dialogs: Dialogs;
  /** "Export Holdings · Abernathy, Ruth". */
  readonly title: string;
  /** Of the panel; undefined where no panel shows the list. */
  readonly rows: PanelRows | undefined;
  readonly last: LastChoice | undefined;
  readonly fileName: (format: ExportFormat) => string;
}

/** Clipboard and editor are for texts that somebody looks at. */
const MOST_ROWS_OF_TEXT = 20_000;

interface Item<Value> extends QuickPickItem {
  readonly value: Value;
}

/** Asks what to export, how and where to, with a way back; undefined for a refusal. */
export async function chooseExport(options: WizardOptions): Promise<ExportChoice | undefined> {
  const scopes = first(scopeItems(options.rows), options.last?.scope);
  const chosen: { scope?: ExportScope; form?: FormName } = {};
  const isOnly = scopes.length === 1;
  let step = isOnly ? 1 : 0;
  chosen.scope = scopes[0]?.value ?? "all";
  for (;;) {
    if (step === 0) {
      const scope = await ask(options, l10n.t("Which rows?"), scopes, false);
      if (scope === undefined || scope === BACK) {
        return undefined;
      }
      chosen.scope = scope;
      step = 1;
    }
    if (step === 1) {
      const items = first(formItems(), options.last?.form);
      const form = await ask(options, l10n.t("Choose the format"), items, !isOnly);
      if (form === undefined) {
        return undefined;
      }
      step = form === BACK ? 0 : 2;
      chosen.form = form === BACK ? "jsonl" : form;
      continue;
    }
    const outcome = await choosePlace(options, chosen.scope, chosen.form ?? "jsonl");
    if (outcome !== BACK) {
      return outcome;
    }
    step = 1;
  }
}

async function choosePlace(
  options: WizardOptions,
  scope: ExportScope,
  name: FormName,
): Promise<ExportChoice | Back | undefined> {
  const items = first(placeItems(scope, options.rows), options.last?.place);
  const place = await ask(options, l10n.t("Where to?"), items, true);
  if (place === undefined || place === BACK) {
    return place;
  }
  const form = formOf(name);
  const target = await targetOf(options, form, place);
  return target && { scope, form, target, last: { scope, form: name, place } };
}

async function targetOf(
  { dialogs, fileName }: WizardOptions,
  { format }: ExportForm,
  place: Place,
): Promise<ExportTarget | undefined> {
  if (place !== "file") {
    return { kind: place };
  }
  const uri = await dialogs.saveFile(fileName(format));
  if (uri === undefined) {
    return undefined;
  }
  const target: ExportTarget = { kind: "file", uri: uri.toString() };
  return isHere(target) || (await confirmCopy(dialogs, uri)) ? target : undefined;
}

/** Files elsewhere are made here first: not everybody may want client data on this disk. */
function confirmCopy(dialogs: Dialogs, uri: Uri): Promise<boolean> {
  return dialogs.confirm({
    message: l10n.t("This file is not on the machine that the explorer runs on."),
    detail: l10n.t(
      "The export is made in a folder of the explorer on that machine, copied to {0} once it is whole, and deleted there.",
      uri.scheme,
    ),
    button: l10n.t("Export"),
  });
}

async function ask<Value>(
  { dialogs, title }: WizardOptions,
  placeHolder: string,
  items: readonly Item<Value>[],
  canGoBack: boolean,
): Promise<Value | Back | undefined> {
  const chosen = await dialogs.choiceStep({ title, placeHolder, items, canGoBack });
  return chosen === undefined || chosen === BACK ? chosen : chosen.value;
}

/** The last choice before the others. */
function first<Value>(
  items: readonly Item<Value>[],
  last: Value | undefined,
): readonly Item<Value>[] {
  return [...items].sort((a, b) => Number(b.value === last) - Number(a.value === last));
}

function scopeItems(rows: PanelRows | undefined): readonly Item<ExportScope>[] {
  const { loaded = 0, view, claimed } = rows ?? {};
  const all =
    claimed === undefined
      ? l10n.t("asked for page by page")
      : l10n.t("{0}, as the service says", rowsWords(claimed));
  return [
    { label: l10n.t("All pages"), description: all, value: "all" },
    ...(loaded === 0
      ? []
      : [
          {
            label: l10n.t("{0} loaded", countWords(loaded)),
            description: l10n.t("without a call; as they came"),
            value: "loaded" as const,
          },
        ]),
    ...(view === undefined || loaded === 0
      ? []
      : [
          {
            label: l10n.t("{0} in view", countWords(view)),
            description: l10n.t("filtered, sorted and with the columns as the panel shows them"),
            value: "view" as const,
          },
        ]),
  ];
}

function formItems(): readonly Item<FormName>[] {
  return [
    {
      label: l10n.t("JSON Lines"),
      description: l10n.t("one row per line, byte for byte as the service sent it"),
      value: "jsonl",
    },
    {
      label: l10n.t("JSON"),
      description: l10n.t("one array; rows byte for byte as the service sent them"),
      value: "json",
    },
    {
      label: l10n.t("CSV for spreadsheets"),
      description: l10n.t(
        "formulas made harmless; with the byte order mark (BOM) that Excel looks for",
      ),
      value: "sheet",
    },
    {
      label: l10n.t("CSV without BOM"),
      description: l10n.t("formulas made harmless; plain UTF-8 from the first byte"),
      value: "guarded",
    },
    {
      label: l10n.t("CSV"),
      description: l10n.t(
        "for programs: no BOM, texts as they are; a spreadsheet may run some as formulas",
      ),
      value: "csv",
    },
    {
      label: l10n.t("Markdown"),
      description: l10n.t("a table to read; for small lists"),
      value: "markdown",
    },
  ];
}

function placeItems(scope: ExportScope, rows: PanelRows | undefined): readonly Item<Place>[] {
  const count = { all: rows?.claimed, loaded: rows?.loaded, view: rows?.view }[scope];
  const file = {
    label: l10n.t("File…"),
    description: l10n.t("with a manifest beside it"),
    value: "file" as const,
  };
  if (count !== undefined && count > MOST_ROWS_OF_TEXT) {
    return [file];
  }
  const small = l10n.t("for small lists");
  return [
    file,
    { label: l10n.t("Clipboard"), description: small, value: "clipboard" },
    { label: l10n.t("New editor"), description: small, value: "editor" },
  ];
}

function formOf(name: FormName): ExportForm {
  return {
    format: name === "sheet" || name === "guarded" ? "csv" : name,
    byteOrderMark: name === "sheet",
    // To programs an apostrophe before a text would be another text.
    guardFormulas: name !== "csv",
  };
}
