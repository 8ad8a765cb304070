import { randomBytes } from "node:crypto";
import type { Privacy } from "../../platform/vscode/privacy";
import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../platform/base/clock";
import { createMasking, MASKING_KEY_BYTES } from "./common/masking";
import { type Masking, NO_MASKING } from "../../platform/base/masking";
import { type SharedMode, shareMode } from "./common/sharedMode";
import type { Commands } from "../../platform/vscode/commands";
import { readSetting } from "../../platform/vscode/settings";
import type { TypedMemento } from "../../platform/vscode/state";

const SETTING = "financialPlanning.privacy.mask";

/**
 * Privacy mode: a setting of the user, so that no workspace can turn it off; the window that sees
 * it change first tells the others, so that all follow at once.
 *
 * The key is in the global state, not in the secret store. It opens nothing: it only keeps
 * whoever sees a pseudonym from trying names out. And it has to be there before the first node
 * is drawn, at once and always, which no key ring promises.
 */
export class PrivacyMode implements Privacy, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listening: vscode.Disposable;
  private on = readSetting(SETTING);
  private made: { readonly key: string; readonly masking: Masking } | undefined;

  private readonly shared: SharedMode | undefined;

  /** @param folder where the windows of this machine tell one another of the mode */
  constructor(
    private readonly state: TypedMemento,
    folder?: string,
  ) {
    this.listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SETTING)) {
        this.broadcast(readSetting(SETTING));
      }
    });
    const onChange = (on: boolean): void => void this.apply(on);
    this.shared =
      folder === undefined ? undefined : shareMode({ folder, clock: SYSTEM_CLOCK, onChange });
  }

  get isOn(): boolean {
    return this.on;
  }

  get masking(): Masking {
    return this.on ? this.make() : NO_MASKING;
  }

  /** Masks whether the mode is on or not, with its pseudonyms. */
  get masks(): Masking {
    return this.make();
  }

  get key(): Uint8Array {
    return Buffer.from(this.storedKey(), "base64");
  }

  /** Changes the user's own setting. */
  async toggle(): Promise<void> {
    await this.setEnabled(!this.on);
  }

  async turnOff(): Promise<void> {
    await this.setEnabled(false);
  }

  dispose(): void {
    this.listening.dispose();
    this.shared?.dispose();
    this.changed.dispose();
  }

  /** Anew when another window was the first to make a key: the stored one counts. */
  private make(): Masking {
    const key = this.storedKey();
    if (this.made?.key !== key) {
      this.made = { key, masking: createMasking(Buffer.from(key, "base64")) };
    }
    return this.made.masking;
  }

  private async setEnabled(on: boolean): Promise<void> {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration().update(SETTING, on, Global);
    // The editor says nothing of a value that it had read already while another window changed it.
    this.broadcast(on);
  }

  /** Whoever changed it, and wherever that was seen first: all windows follow. */
  private broadcast(on: boolean): void {
    if (this.apply(on)) {
      void this.shared?.announce(on);
    }
  }

  private apply(on: boolean): boolean {
    const isChange = this.on !== on;
    if (isChange) {
      this.on = on;
      this.changed.fire();
    }
    return isChange;
  }

  private storedKey(): string {
    const stored: unknown = this.state.get("privacy.key");
    if (typeof stored === "string" && decodedLength(stored) === MASKING_KEY_BYTES) {
      return stored;
    }
    const key = randomBytes(MASKING_KEY_BYTES).toString("base64");
    // Where the state is not kept, pseudonyms last as long as the window.
    this.state.set("privacy.key", key).catch(() => undefined);
    return key;
  }
}

/**
 * The commands that turn privacy mode on and off; two, so that icon and title can say which. The
 * first is shown while it is off only; a key of a user may be bound to it, and turns it off too.
 */
export function registerPrivacy(commands: Commands, privacy: PrivacyMode): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("financialPlanning.privacy.toggle", () => privacy.toggle()),
    commands.register("financialPlanning.privacy.turnOff", () => privacy.turnOff()),
  );
}

function decodedLength(text: string): number {
  return Buffer.from(text, "base64").length;
}
