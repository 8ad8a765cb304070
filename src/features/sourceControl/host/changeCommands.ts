import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { isPayload } from "../../pensions/host/payloadPatterns";
import { uriInFront } from "../../pensions/host/uriInFront";
import { discardPayloads } from "./discard";
import { openComparison } from "./openComparison";
import type { PensionChanges } from "./pensionChanges";
import type { ChangeCommands, PendingPayload } from "./pendingPensions";

/** What the buttons of the source-control view do with payloads. */
export class SourceControlCommands implements ChangeCommands {
  constructor(private readonly changes: PensionChanges) {}

  async refresh(sourceControl: unknown): Promise<void> {
    const { changes } = this;
    await changes.open();
    await changes.renew("all");
    const folder = changes.controls.folderOf(sourceControl);
    if (changes.payloads.length === 0) {
      throw new AppError("input", "input/noPayloads");
    }
    await changes.read(folder);
  }

  async stage(resources: readonly unknown[]): Promise<void> {
    await this.mark(await this.payloadsOf(resources), true);
  }

  async unstage(resources: readonly unknown[]): Promise<void> {
    await this.mark(await this.payloadsOf(resources), false);
  }

  /** Of a group, or of a provider: there all that would do something, or that cannot be sent. */
  async stageAll(group: unknown): Promise<void> {
    await this.mark(await this.allOf(group), true);
  }

  async unstageAll(group: unknown): Promise<void> {
    const all = await this.allOf(group);
    const staged = all.filter(({ isStaged }) => isStaged);
    await this.mark(staged, false);
  }

  async discard(resources: readonly unknown[]): Promise<void> {
    await this.discardThese(await this.payloadsOf(resources));
  }

  async discardAll(group: unknown): Promise<void> {
    await this.discardThese(await this.allOf(group));
  }

  async openChange(resources: readonly unknown[]): Promise<void> {
    // The view says with a click whether it wants to keep the focus.
    const preserveFocus = resources.at(-1) === true;
    for (const payload of await this.payloadsOf(resources)) {
      await openComparison(this.changes, payload, preserveFocus);
    }
  }

  async openPayload(resources: readonly unknown[]): Promise<void> {
    for (const { uri } of await this.payloadsOf(resources)) {
      await vscode.window.showTextDocument(uri, { preview: false });
    }
  }

  private async mark(payloads: readonly PendingPayload[], isStaged: boolean): Promise<void> {
    const { staging } = this.changes;
    const uris = payloads.map(({ uri }) => uri);
    await (isStaged ? staging.stage(uris) : staging.unstage(uris));
    await this.changes.renew([]);
  }

  private async discardThese(payloads: readonly PendingPayload[]): Promise<void> {
    try {
      await discardPayloads(this.changes.services, payloads);
    } finally {
      await this.changes.renew(payloads.map(({ uri }) => uri));
    }
  }

  /**
   * What a command was given; without anything the payload in front. Throws `input/noPayload`, and
   * `changes/notListed` for one that is none of those in source control.
   */
  private async payloadsOf(resources: readonly unknown[]): Promise<readonly PendingPayload[]> {
    await this.changes.open();
    const given = resources.flatMap((resource) => uriOf(resource) ?? []);
    const front = uriInFront();
    const uris = given.length > 0 ? given : front === undefined ? [] : [front];
    const names = new Set(uris.map((uri) => uri.toString()));
    const found = this.changes.payloads.filter(({ source }) => names.has(source.file));
    if (found.length === 0) {
      const isPayloadMeant = given.length > 0 || uris.some(isPayload);
      throw new AppError("input", isPayloadMeant ? "changes/notListed" : "input/noPayload");
    }
    return found;
  }

  /** Those of a group; else those of a folder that stand in any. */
  private async allOf(group: unknown): Promise<readonly PendingPayload[]> {
    await this.changes.open();
    const given = this.changes.controls.payloadsOfGroup(group);
    if (given !== undefined) {
      return given;
    }
    const folder = await this.changes.folderOf(group);
    if (folder === undefined) {
      throw new AppError("canceled", "canceled/byUser");
    }
    return this.changes
      .payloadsIn(folder)
      .filter(({ state, isStaged }) => isStaged || state.effect !== "nothing");
  }
}

function uriOf(resource: unknown): vscode.Uri | undefined {
  if (resource instanceof vscode.Uri) {
    return resource;
  }
  const { resourceUri } = (resource ?? {}) as Partial<vscode.SourceControlResourceState>;
  return resourceUri instanceof vscode.Uri ? resourceUri : undefined;
}
