import * as vscode from "vscode";
import type { PayloadEffect } from "../common/state";
import { letterOf } from "../texts/planWords";
import { pensionUri } from "../../pensions/host/payloadFiles";
import { fileDecoration } from "../../../platform/vscode/surfaces";
import type { PendingPayload } from "./pendingPensions";

/** Of more in one event the editor leaves some out. */
const MOST_TOLD = 200;

/** Of the colours that the manifest contributes. */
const COLORS: Readonly<Record<PayloadEffect, string>> = {
  create: "payloadCreate",
  replace: "payloadReplace",
  unknown: "payloadUnknown",
  conflict: "payloadConflict",
  invalid: "payloadInvalid",
  nothing: "",
};

/** Letters and colours of payload files, and of the pensions of the tree that they are for. */
export class PayloadDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.changed.event;
  private readonly registration: vscode.Disposable;
  private decorated = new Map<string, PendingPayload>();

  constructor() {
    this.registration = vscode.window.registerFileDecorationProvider(this);
  }

  /** Only what changed is told to the editor. */
  show(payloads: readonly PendingPayload[]): void {
    const before = this.decorated;
    this.decorated = new Map(
      payloads.flatMap((payload) => addresses(payload).map((uri) => [uri.toString(), payload])),
    );
    const all = new Set([...before.keys(), ...this.decorated.keys()]);
    const changed = [...all].filter((name) => before.get(name) !== this.decorated.get(name));
    for (let from = 0; from < changed.length; from += MOST_TOLD) {
      const names = changed.slice(from, from + MOST_TOLD);
      this.changed.fire(names.map((name) => vscode.Uri.parse(name, true)));
    }
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const payload = this.decorated.get(uri.toString());
    const letter = payload && letterOf(payload.state);
    if (payload === undefined || letter === undefined) {
      return undefined;
    }
    const color = new vscode.ThemeColor(`financialPlanning.${COLORS[payload.state.effect]}`);
    return fileDecoration(letter, payload.tooltip, color);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

function addresses({ uri, source }: PendingPayload): readonly vscode.Uri[] {
  return source.pension === undefined ? [uri] : [uri, pensionUri(source.pension)];
}
