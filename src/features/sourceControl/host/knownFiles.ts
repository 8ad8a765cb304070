import * as vscode from "vscode";
import { payloadFromKnown } from "../common/payloadFromKnown";
import type { PensionKey, SeenVersion } from "../../pensions/common/writing/records";
import { plainText } from "../../../platform/base/plainText";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { OwnFiles } from "../../../platform/vscode/readOnlyFiles";
import { shortTime } from "../../../platform/vscode/formats";
import { KNOWN_SCHEME } from "../../../manifest";

/** A payload, as far as a version of its pension is shown beside it. */
export interface KnownPayload {
  readonly file: string;
  readonly text: string;
  readonly pension: PensionKey;
}

interface KnownSources {
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
  /** Text of the active definition. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  /** The payload of a file; where nobody looked for payloads yet, that is done. */
  readonly payload: (file: string) => Promise<KnownPayload | undefined>;
  /** What the service is known to hold; undefined where that is nothing. */
  readonly version: (key: PensionKey) => Promise<SeenVersion | undefined>;
  /** "Sandbox", "Acme development · Development". */
  readonly connectionName: (connectionId: string) => string;
}

interface Shown {
  readonly version: SeenVersion;
  content: Promise<Uint8Array> | undefined;
  modified: number;
}

/** Documents that are kept: those of the editors that are open, and some. */
const MOST_SHOWN = 200;

/**
 * What the service is known to hold, as documents to be read: each is one version, written as the
 * payload is. While privacy mode is on they are masked.
 */
export class KnownFiles implements OwnFiles, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly shown = new Map<string, Shown>();

  constructor(private readonly sources: KnownSources) {}

  /** The document of the version that is known; undefined where none is. */
  async documentOf(payload: KnownPayload): Promise<vscode.Uri | undefined> {
    const version = await this.sources.version(payload.pension);
    if (version === undefined) {
      return undefined;
    }
    const uri = this.address(payload, version);
    const name = uri.toString();
    const shown = this.shown.get(name) ?? make(version);
    // Last of all, so that it is the last to make room.
    this.shown.delete(name);
    this.shown.set(name, shown);
    this.makeRoom();
    return uri;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.shown.get(uri.toString())?.modified ?? 0,
      size: length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const payload = await this.sources.payload(partsOf(uri).file);
    const shown = payload && (this.shown.get(uri.toString()) ?? (await this.find(uri, payload)));
    if (payload === undefined || shown === undefined) {
      // The editor has words of its own for a file that is gone, and only for that.
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    shown.content ??= this.contentOf(payload, shown.version);
    return shown.content;
  }

  /** These payloads read otherwise now; without them, what is shown of all of them does. */
  renew(files?: ReadonlySet<string>): void {
    const changes: vscode.FileChangeEvent[] = [];
    for (const [name, shown] of this.shown) {
      const uri = vscode.Uri.parse(name, true);
      if (files?.has(partsOf(uri).file) ?? true) {
        shown.content = undefined;
        // The editor reads a file anew only when this grew.
        shown.modified++;
        changes.push({ type: vscode.FileChangeType.Changed, uri });
      }
    }
    if (changes.length > 0) {
      this.changed.fire(changes);
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async contentOf(
    { text, pension }: KnownPayload,
    version: SeenVersion,
  ): Promise<Uint8Array> {
    const { privacy, definition } = this.sources;
    const known = { ...NOTHING_ELSE, current: { kind: "present", ...version } } as const;
    const written = payloadFromKnown(text, known, await definition(pension.connectionId));
    return new TextEncoder().encode(privacy.isOn ? privacy.masking.maskJson(written) : written);
  }

  /** Of an editor that was restored: there as long as its version is the one that is known. */
  private async find(uri: vscode.Uri, { pension }: KnownPayload): Promise<Shown | undefined> {
    const version = await this.sources.version(pension);
    if (version === undefined || version.hash !== partsOf(uri).version) {
      return undefined;
    }
    const shown = make(version);
    this.shown.set(uri.toString(), shown);
    return shown;
  }

  /** The name has the age, which is what the editor shows of it. */
  private address({ file, pension }: KnownPayload, { hash, at, by }: SeenVersion): vscode.Uri {
    const { connectionId, pensionId } = pension;
    const connection = this.sources.connectionName(connectionId);
    const time = shortTime(at, Date.now());
    const name =
      by === "read"
        ? vscode.l10n.t("{0} ({1}, read {2})", pensionId, connection, time)
        : vscode.l10n.t("{0} ({1}, written {2})", pensionId, connection, time);
    const query = new URLSearchParams({ file, version: hash }).toString();
    const path = `/${plainText(name).replaceAll(/[/\\\p{Cc}]+/gu, "-")}.json`;
    return vscode.Uri.from({ scheme: KNOWN_SCHEME, path, query });
  }

  private makeRoom(): void {
    for (const name of this.shown.keys()) {
      if (this.shown.size <= MOST_SHOWN) {
        return;
      }
      this.shown.delete(name);
    }
  }
}

const NOTHING_ELSE = {
  ...{ seen: undefined, seenMetadata: undefined, write: undefined, isAbsent: false },
};

function make(version: SeenVersion): Shown {
  return { version, content: undefined, modified: 0 };
}

function partsOf({ query }: vscode.Uri): { readonly file: string; readonly version: string } {
  const parts = new URLSearchParams(query);
  return { file: parts.get("file") ?? "", version: parts.get("version") ?? "" };
}
