import * as vscode from "vscode";
import { l10n } from "vscode";
import type { Connection, ConnectionSummary } from "../../../platform/base/connection";
import type { DefinitionSource } from "../common/imports/stored";
import { AppError } from "../../../platform/base/errors";
import { serverOf } from "../../../platform/service/serverOf";
import { withProgress } from "../../../platform/vscode/progress";
import type { ImportArgument, NodeArgument } from "../../../manifest";
import type { DefinitionServices } from "./services";
import { refusal } from "../../../platform/texts/refusals";
import { DEFINITION_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

/** A document as it came, with where it came from. */
export interface FoundText {
  readonly text: string;
  readonly bytes: number;
  readonly source: DefinitionSource;
  /** The file itself, where it is one: a bad place is shown there. */
  readonly uri?: vscode.Uri;
}

type Kind = DefinitionSource["kind"];

/** More is refused by the reader as well; so nothing of it is read. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Asks where the document is and gets it; undefined where the user declined. */
export async function findText(
  services: DefinitionServices,
  wanted: ImportArgument | undefined,
  node: NodeArgument | undefined,
): Promise<FoundText | undefined> {
  const kind = wanted?.source ?? (await pickKind(services));
  switch (kind) {
    case "file":
      return fromFile(services, wanted?.value);
    case "clipboard":
      return fromClipboard();
    case "address":
      return fromAddress(services, wanted?.value, node);
    case undefined:
      return undefined;
  }
}

async function pickKind({ dialogs }: DefinitionServices): Promise<Kind | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly kindOf: Kind })[] = [
    {
      kindOf: "file",
      label: l10n.t("File…"),
      detail: l10n.t("OpenAPI 2.0, 3.0 or 3.1, JSON or YAML"),
    },
    {
      kindOf: "clipboard",
      label: l10n.t("Clipboard"),
      detail: l10n.t("The text that was copied last"),
    },
    {
      kindOf: "address",
      label: l10n.t("Address…"),
      detail: l10n.t("At the connection's own service or identity provider, nowhere else"),
    },
  ];
  return (await dialogs.pick(l10n.t("Import an interface definition from"), items))?.kindOf;
}

async function fromFile(
  { dialogs }: DefinitionServices,
  address: string | undefined,
): Promise<FoundText | undefined> {
  const uri =
    address === undefined
      ? await dialogs.openFile(l10n.t("Import interface definition"), ["json", "yaml", "yml"])
      : vscode.Uri.parse(address, true);
  if (uri === undefined) {
    return undefined;
  }
  const bytes = await readFile(uri);
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  return { text: decode(bytes), bytes: bytes.length, source: { kind: "file", name }, uri };
}

async function readFile(uri: vscode.Uri): Promise<Uint8Array> {
  const { fs } = vscode.workspace;
  try {
    const { size } = await fs.stat(uri);
    if (size <= MOST_BYTES) {
      return await fs.readFile(uri);
    }
  } catch (cause) {
    throw new AppError("input", "definition/fileUnreadable", { cause });
  }
  throw new AppError("input", "definition/tooLarge", { values: { limit: MOST_BYTES } });
}

async function fromClipboard(): Promise<FoundText> {
  const text = await vscode.env.clipboard.readText();
  return { text, bytes: Buffer.byteLength(text), source: { kind: "clipboard", name: "" } };
}

async function fromAddress(
  services: DefinitionServices,
  given: string | undefined,
  node: NodeArgument | undefined,
): Promise<FoundText | undefined> {
  const summary = await services.connection(node);
  const connection = summary?.connection;
  if (summary === undefined || connection === undefined) {
    throw new AppError("input", "definition/noConnection");
  }
  const address = given ?? (await askAddress(services, summary, connection));
  if (address === undefined) {
    return undefined;
  }
  const title = l10n.t("Getting the definition");
  const text = await withProgress(title, (signal) =>
    services.getDocument(summary.id, address, signal),
  );
  // What follows the path can hold what nobody else may see.
  const { origin, pathname } = new URL(address);
  const source = { kind: "address", name: `${origin}${pathname}` } as const;
  return { text, bytes: Buffer.byteLength(text), source };
}

function askAddress(
  { dialogs }: DefinitionServices,
  { label }: ConnectionSummary,
  connection: Connection,
): Promise<string | undefined> {
  const { baseUrl, authUrl } = connection;
  return dialogs.input({
    title: l10n.t("Import interface definition"),
    prompt: l10n.t("Address of the document at the service of {0}", label),
    value: `${baseUrl}/`,
    check: (value) => {
      const url = URL.parse(value);
      const roots = [...new Set([baseUrl, authUrl])].join(", ");
      return url !== null && serverOf(connection, url) !== undefined
        ? undefined
        : refusal(DEFINITION_REFUSALS.otherServer, localizer, { roots, label });
    },
  });
}

/** A wrong character would become part of a name that the service is sent. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("input", "definition/notText", { cause });
  }
}
