import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { AnswerStore, type StoredAnswer } from "../common/answerStore";
import { maskBody } from "../../privacy/common/maskBody";
import { layOutBody } from "../../../platform/json/layOutBody";
import { setContextKey } from "../../../platform/vscode/contextKeys";
import { plainText } from "../../../platform/base/plainText";
import type { Privacy } from "../../../platform/vscode/privacy";
import { ANSWER_SCHEME, type RequestArgument } from "../../../manifest";

/**
 * Kinds of documents, as the query of their addresses: answers that stay masked, and our own. One
 * that is laid out has this behind its kind.
 */
const MASKED = "masked";
const OWN = "own";
const LAID_OUT = ".laidOut";
/**
 * The editor opens longer texts, but gives extensions no document of them: from 50 MB on. Masked
 * ones may be longer than what they stand for.
 */
const MOST_FOR_EXTENSIONS = 40_000_000;

/** What is made of long texts in threads of their own: paths of their programs. */
interface AnswerWorkers {
  readonly mask: string;
  readonly layOut: string;
}

/** A text that was laid out last: the editor asks for it again when it shows it. */
interface LaidOut {
  /** Its address as it came, and how often the mode had changed. */
  readonly key: string;
  readonly result: Promise<Uint8Array | undefined>;
}

/**
 * Answers of the service as read-only files, byte for byte or laid out; while privacy mode is on,
 * masked copies of them. They live in memory only: one that was let go, or came from an earlier
 * session, says so when it is opened.
 */
export class AnswerDocuments implements vscode.Disposable {
  private readonly store = new AnswerStore(randomUUID);
  /** The calls that brought them, as far as they were told. */
  private readonly calls = new Map<string, RequestArgument>();
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** Grows with every change of the mode: the editor reads a file anew only when this did. */
  private modified = 0;
  private laidOut: LaidOut | undefined;
  /** Addresses of those that were opened and can be laid out, by how they are shown. */
  private readonly openedLaidOut = new Set<string>();
  private readonly openedAsTheyCame = new Set<string>();
  /** Left sides of comparisons whose titles name clients. */
  private readonly named = new Set<string>();

  constructor(
    private readonly privacy: Pick<Privacy, "isOn" | "key" | "onDidChange">,
    private readonly workers: AnswerWorkers,
  ) {
    this.listening = privacy.onDidChange(() => this.redraw());
  }

  /** Keeps an answer of the service and returns the address that it can be read at. */
  add(name: string, bytes: Uint8Array, call?: RequestArgument): vscode.Uri {
    const uri = this.privacy.isOn
      ? this.keep(name.replace(/(?=\.[^.]*$|$)/, "-masked"), bytes, MASKED)
      : this.keep(name, bytes, "");
    return this.noteCall(uri, call);
  }

  /** Keeps a text that is masked already where it has to be. */
  addOwn(name: string, bytes: Uint8Array): vscode.Uri {
    return this.keep(name, bytes, OWN);
  }

  /**
   * A comparison with this left side has a title that is not masked, and that the editor changes no
   * more: when privacy mode is turned on, it is closed.
   */
  closeWhenMasked(left: vscode.Uri): void {
    if (!this.privacy.isOn) {
      this.named.add(left.toString());
    }
  }

  /**
   * Shows an answer in an editor; the language follows from the name's ending, and JSON is laid
   * out.
   */
  async open(name: string, bytes: Uint8Array, call?: RequestArgument): Promise<void> {
    await this.show(this.add(name, bytes, call));
  }

  /** The call that brought the answer in the editor in front. */
  get callInFront(): RequestArgument | undefined {
    const { activeTextEditor, tabGroups } = vscode.window;
    const input = tabGroups.activeTabGroup.activeTab?.input;
    // Of long texts extensions get no editor; an output that has the focus is one.
    const inTab = input instanceof vscode.TabInputText ? input.uri : undefined;
    const uri = [activeTextEditor?.document.uri, inTab].find(
      (shown) => shown?.scheme === ANSWER_SCHEME,
    );
    return uri && this.calls.get(uri.authority);
  }

  /** Shows a text of the explorer's own, or one that is masked already. */
  async openOwn(name: string, bytes: Uint8Array, call?: RequestArgument): Promise<void> {
    await this.show(this.noteCall(this.addOwn(name, bytes), call));
  }

  /** Shows what is in the editor in front in the other way: as it came, or laid out. */
  async showOtherWay(): Promise<void> {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputText && input.uri.scheme === ANSWER_SCHEME) {
      const { isLaidOut, kind } = readQuery(input.uri.query);
      await this.showText(input.uri.with({ query: isLaidOut ? kind : kind + LAID_OUT }));
    }
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes } = this.find(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.modified,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    this.find(uri);
    const { kind, isLaidOut } = readQuery(uri.query);
    const asItCame = uri.with({ query: kind });
    const laidOut = isLaidOut ? await this.layOut(asItCame) : undefined;
    return laidOut ?? this.shownBytes(asItCame);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  /** As it came, or masked. */
  private async shownBytes(uri: vscode.Uri): Promise<Uint8Array> {
    const { bytes } = this.find(uri);
    const { kind } = readQuery(uri.query);
    const isPlain = kind === OWN || (kind !== MASKED && !this.privacy.isOn);
    if (isPlain) {
      return bytes;
    }
    const { key } = this.privacy;
    return (await maskBody(bytes, { key, worker: this.workers.mask })) ?? notMaskable();
  }

  private layOut(uri: vscode.Uri): Promise<Uint8Array | undefined> {
    const key = `${uri.toString()} ${this.modified}`;
    if (this.laidOut?.key !== key) {
      const { layOut } = this.workers;
      this.laidOut = {
        key,
        result: this.shownBytes(uri).then((bytes) => layOutBody(bytes, layOut)),
      };
    }
    return this.laidOut.result;
  }

  /** Laid out where it is JSON; what is none is shown as it came. */
  private async show(uri: vscode.Uri): Promise<void> {
    const isJson = uri.path.endsWith(".json");
    const canLayOut = isJson && (await this.layOut(uri)) !== undefined;
    await this.showText(canLayOut ? uri.with({ query: uri.query + LAID_OUT }) : uri, canLayOut);
  }

  private async showText(uri: vscode.Uri, hasOtherWay = true): Promise<void> {
    const { isLaidOut } = readQuery(uri.query);
    if (hasOtherWay) {
      const opened = isLaidOut ? this.openedLaidOut : this.openedAsTheyCame;
      opened.add(uri.toString());
      await Promise.all([
        setContextKey("financialPlanning.answersLaidOut", [...this.openedLaidOut]),
        setContextKey("financialPlanning.answersAsTheyCame", [...this.openedAsTheyCame]),
      ]);
    }
    await showInEditor(uri, (await this.readFile(uri)).length, isLaidOut);
  }

  /** Equal answers are one document: of the call that it was opened from last. */
  private noteCall(uri: vscode.Uri, call: RequestArgument | undefined): vscode.Uri {
    if (call !== undefined) {
      this.calls.set(uri.authority, call);
    }
    return uri;
  }

  private keep(name: string, bytes: Uint8Array, query: string): vscode.Uri {
    // Ids of the service may be a part of it, and they hold anything.
    const shown = plainText(name).replaceAll(/[/\\\p{Cc}]+/gu, "-");
    const { id } = this.store.set(shown, bytes);
    // The id as authority: the editor shows the path to people.
    return vscode.Uri.from({ scheme: ANSWER_SCHEME, authority: id, path: `/${shown}`, query });
  }

  /** What was opened before is masked where it is, and shown again when the mode is off. */
  private redraw(): void {
    this.modified++;
    if (this.privacy.isOn) {
      this.closeNamed();
    }
    const { Changed } = vscode.FileChangeType;
    const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
    // Of long texts extensions get no document.
    const open = new Map([...documents, ...urisInTabs()].map((uri) => [uri.toString(), uri]));
    const answers = [...open.values()].filter(
      ({ scheme, query }) => scheme === ANSWER_SCHEME && readQuery(query).kind === "",
    );
    this.changed.fire(answers.map((uri) => ({ type: Changed, uri })));
  }

  private closeNamed(): void {
    const { tabGroups } = vscode.window;
    const tabs = tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputTextDiff && this.named.has(input.original.toString()),
      );
    this.named.clear();
    if (tabs.length > 0) {
      tabGroups.close(tabs, true).then(undefined, () => undefined);
    }
  }

  private find(uri: vscode.Uri): StoredAnswer {
    const entry = this.store.get(uri.authority);
    if (entry === undefined || `/${entry.name}` !== uri.path) {
      // The editor has words of its own for a file that is gone, and only for that.
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return entry;
  }
}

function urisInTabs(): readonly vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.flatMap((input) => {
    if (input instanceof vscode.TabInputText) {
      return [input.uri];
    }
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  });
}

function readQuery(query: string): { readonly kind: string; readonly isLaidOut: boolean } {
  const isLaidOut = query.endsWith(LAID_OUT);
  return { kind: isLaidOut ? query.slice(0, -LAID_OUT.length) : query, isLaidOut };
}

async function showInEditor(uri: vscode.Uri, size: number, isLaidOut: boolean): Promise<void> {
  if (size > MOST_FOR_EXTENSIONS) {
    await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
  // Services often answer in one line, and a read-only editor cannot lay it out.
  if (!isLaidOut && vscode.workspace.getConfiguration("editor", uri).get("wordWrap") === "off") {
    await vscode.commands.executeCommand("editor.action.toggleWordWrap");
  }
}

function notMaskable(): Uint8Array {
  return new TextEncoder().encode(
    vscode.l10n.t(
      "This text is not JSON, so privacy mode cannot find what is private in it. Turn privacy mode off to see it.",
    ),
  );
}
