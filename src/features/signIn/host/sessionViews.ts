import { l10n } from "vscode";
import type * as vscode from "vscode";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { type OpenedPanel, openPanel } from "../../../platform/vscode/panel";
import { translate } from "../../../platform/vscode/translate";
import { environmentIcon, environmentWord, stateWord } from "../../../platform/vscode/words";
import { SESSION_PANEL } from "../../../manifest";
import { plainText } from "../../../platform/base/plainText";
import type { Handlers } from "../../../platform/base/rpc";
import {
  type HostToSession,
  hostToSession,
  type SessionAction,
  type SessionToHost,
  sessionToHost,
  type SessionViewFacts,
} from "../messages/sessionPanel";
import { sessionFacts, sessionTexts } from "./sessionFacts";
import type { ShowError } from "../../../platform/vscode/commands";
import type { Privacy } from "../../../platform/vscode/privacy";

export interface SessionViewsServices {
  readonly showError: ShowError;
  readonly extensionUri: vscode.Uri;
  readonly privacy: Privacy;
  /** Undefined when it is not there any more. */
  summary(id: string): ConnectionSummary | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Does what a button of the view says, with the questions that belong to it. */
  act(id: string, action: SessionAction): Promise<void>;
}

type View = OpenedPanel<HostToSession, SessionToHost>;

/** The open session views, one per connection. Loaded with the first of them. */
export class SessionViews implements vscode.Disposable {
  private readonly open = new Map<string, View>();
  private readonly store = new DisposableStore();

  constructor(private readonly services: SessionViewsServices) {
    this.store.add(services.onDidChange(() => this.refresh()));
    this.store.add(services.privacy.onDidChange(() => this.refresh()));
  }

  /** Throws kind `input` when there is no such connection. */
  show(id: string): void {
    const known = this.open.get(id);
    if (known !== undefined) {
      known.panel.reveal();
      return;
    }
    const summary = this.services.summary(id);
    if (summary === undefined) {
      throw new AppError("input", "input/nodeGone");
    }
    const view = openPanel({
      viewType: SESSION_PANEL,
      title: titleOf(summary),
      script: "session.js",
      extensionUri: this.services.extensionUri,
      handlers: this.handlers(id),
      incoming: sessionToHost,
      outgoing: hostToSession,
      onClose: () => this.open.delete(id),
    });
    this.open.set(id, view);
  }

  dispose(): void {
    this.store.dispose();
    for (const { panel } of [...this.open.values()]) {
      panel.dispose();
    }
  }

  private handlers(id: string): Handlers<SessionToHost> {
    return {
      start: () => {
        const summary = this.services.summary(id);
        if (summary === undefined) {
          throw new AppError("input", "input/nodeGone");
        }
        return { texts: sessionTexts(translate), view: this.factsOf(summary) };
      },
      act: ({ id: action }) => {
        const summary = this.services.summary(id);
        const actions = summary === undefined ? [] : this.factsOf(summary).actions;
        // The panel may not have heard yet that the button is gone.
        if (actions.some((offered) => offered.id === action)) {
          this.services.act(id, action).catch((error: unknown) => this.services.showError(error));
        }
        return undefined;
      },
    };
  }

  private refresh(): void {
    for (const [id, { panel, rpc }] of [...this.open]) {
      const summary = this.services.summary(id);
      if (summary === undefined) {
        panel.dispose();
      } else {
        panel.title = plainText(titleOf(summary));
        rpc.notify("show", this.factsOf(summary));
      }
    }
  }

  private factsOf(summary: ConnectionSummary): SessionViewFacts {
    const { environment } = summary;
    const words = {
      environment: { word: environmentWord(environment), icon: environmentIcon(environment) },
      state: stateWord(summary),
    };
    return sessionFacts(summary, words, translate, this.services.privacy.masking);
  }
}

function titleOf({ label }: ConnectionSummary): string {
  return l10n.t("Session · {0}", label);
}
