import * as vscode from "vscode";
import { canUndo, describePension, isGone, staleIn } from "../texts/recordWords";
import type { PensionRecord, PensionRecords } from "../common/writing/records";
import { hashBody } from "../../../platform/http/bodyHash";
import type { Privacy } from "../../../platform/vscode/privacy";
import { findPayloadFiles, type PayloadFile } from "./payloadFiles";
import { pensionWording } from "./wording";

interface PensionListing {
  readonly pensionId: string;
  readonly hasFile: boolean;
  readonly description: string;
  /** Whether its last PUT can be undone. */
  readonly canUndo: boolean;
  /** Of one that was deleted and has no file: when, in milliseconds since the epoch. */
  readonly goneAt?: number;
}

interface ListedSources {
  readonly records: Pick<PensionRecords, "of" | "refresh" | "text">;
  readonly privacy: Pick<Privacy, "masking">;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
}

/** The pensions of clients that are known: by payload file, or read or written. */
export class ListedPensions implements vscode.Disposable {
  private readonly grownOld = new vscode.EventEmitter<void>();
  /** Fires when "12 min ago" has become "13 min ago" in something that was listed. */
  readonly onDidGrowOld = this.grownOld.event;
  /** One for each client, by connection: the rows of several are in sight. */
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly sources: ListedSources) {}

  async list(connectionId: string, clientId: string): Promise<readonly PensionListing[]> {
    const { records, privacy } = this.sources;
    await records.refresh();
    const files = new Map((await findPayloadFiles(clientId)).map((file) => [file.pensionId, file]));
    const known = new Map(
      records.of(connectionId, clientId).map((record) => [record.pensionId, record]),
    );
    const ids = [...new Set([...files.keys(), ...known.keys()])]
      .filter((id) => files.has(id) || !isGone(known.get(id)) || isDeleted(known.get(id)))
      .sort((one, other) => one.localeCompare(other));
    this.watchAge(`${connectionId} ${clientId}`, [...known.values()]);
    return Promise.all(
      ids.map(async (pensionId) => {
        const [file, record] = [files.get(pensionId), known.get(pensionId)];
        if (file === undefined && record !== undefined && isGone(record)) {
          const goneAt = record.changedAt;
          return { pensionId, hasFile: false, description: "", canUndo: false, goneAt };
        }
        const isChanged = file && record && (await this.isChanged(file, record));
        const pension = { hasFile: file !== undefined, isChanged, record };
        const description = describePension(pension, Date.now(), pensionWording(privacy));
        const { hasFile } = pension;
        return { pensionId, hasFile, description, canUndo: canUndo(record) };
      }),
    );
  }

  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.grownOld.dispose();
  }

  /** Whether the file says something else than was sent or seen last; undefined: not known. */
  private async isChanged(file: PayloadFile, record: PensionRecord): Promise<boolean | undefined> {
    const text = await textOf(file.uri);
    const { write, seen } = record;
    if (text === undefined) {
      return undefined;
    }
    if (
      write?.outcome === "landed" &&
      write.bodyHash === hashBody(new TextEncoder().encode(text))
    ) {
      return false;
    }
    const { records, definition } = this.sources;
    const version = seen && (await records.text(seen));
    if (version === undefined) {
      return undefined;
    }
    // What compares payloads is loaded with the first to be compared.
    const { payloadDiffers } = await import("./payloadCommands");
    return payloadDiffers(text, version, await definition(record.connectionId));
  }

  /** One look a minute, for as long as somebody looks at what it changes. */
  private watchAge(client: string, records: readonly PensionRecord[]): void {
    const now = Date.now();
    const waits = records.flatMap((record) => staleIn(record, now) ?? []);
    clearTimeout(this.timers.get(client));
    this.timers.delete(client);
    if (waits.length > 0) {
      const tell = (): void => this.grownOld.fire();
      this.timers.set(client, setTimeout(tell, Math.min(...waits)).unref());
    }
  }
}

/** Where a read alone found nothing, a list that has it knows better. */
function isDeleted(record: PensionRecord | undefined): boolean {
  return isGone(record) && record?.write?.outcome === "deleted";
}

/** As the editor has it, saved or not, else as it is on disk. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  if (open !== undefined) {
    return open.getText();
  }
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > LARGEST_COMPARED
      ? undefined
      : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // Gone between the listing and this.
    return undefined;
  }
}

/** Larger files are not read for a word in the tree. */
const LARGEST_COMPARED = 1_000_000;
