import { l10n } from "vscode";
import type * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { openPanel } from "../../../../platform/vscode/panel";
import { translate } from "../../../../platform/vscode/translate";
import { CONNECTION_FORM_PANEL } from "../../../../manifest";
import { formToHost, hostToForm } from "../../messages/connectionForm";
import {
  ConnectionForm,
  type FormOwner,
  type FormTab,
  type FormTabRequest,
} from "./connectionForm";
import { type FormContent, formName } from "./formContent";
import type { ConnectionFormServices, PastedDetails } from "./services";
import { plainText } from "../../../../platform/base/plainText";
import { warningText } from "../../../../platform/texts/warnings";
import { CONNECTION_WARNINGS } from "../../texts/warnings";

/** The open forms: one per connection, one for a new one. Loaded with the first of them. */
export class ConnectionForms implements vscode.Disposable, FormOwner {
  readonly t = translate;
  private readonly open = new Set<ConnectionForm>();
  /** Changes of closed forms, until they are continued or discarded. */
  private readonly left = new Map<string | undefined, FormContent>();
  private readonly following: vscode.Disposable;
  private isEnding = false;

  constructor(private readonly services: ConnectionFormServices) {
    this.following = services.onDidChange(() => this.open.forEach((form) => form.follow()));
  }

  /** The form of a stored connection. Throws kind `input` when there is no such connection. */
  edit(id: string): void {
    this.show(id);
  }

  /** The form of a new connection, with what is known of it already. */
  add(details?: PastedDetails): void {
    const form = this.show(undefined);
    if (details !== undefined) {
      form.fill(details);
    }
  }

  openTab({ title, handlers, onClose, onShow }: FormTabRequest): FormTab {
    const { panel, rpc } = openPanel({
      viewType: CONNECTION_FORM_PANEL,
      script: "connection.js",
      extensionUri: this.services.extensionUri,
      incoming: formToHost,
      outgoing: hostToForm,
      title,
      handlers,
      onClose,
    });
    panel.onDidChangeViewState(({ webviewPanel }) => {
      if (webviewPanel.visible) {
        onShow();
      }
    });
    return {
      rpc,
      retitle: (changed) => {
        panel.title = plainText(changed);
      },
      reveal: () => panel.reveal(),
      close: () => void panel.dispose(),
    };
  }

  closed(form: ConnectionForm, left: FormContent | undefined): void {
    this.open.delete(form);
    if (left === undefined || this.isEnding) {
      return;
    }
    this.left.set(left.id, left);
    this.offer(left).catch((error: unknown) => this.services.showError(error));
  }

  named(form: ConnectionForm): void {
    this.left.delete(undefined);
    this.left.delete(form.id);
  }

  dispose(): void {
    this.isEnding = true;
    this.following.dispose();
    for (const form of [...this.open]) {
      form.dispose();
    }
  }

  private show(id: string | undefined): ConnectionForm {
    const known = [...this.open].find((form) => form.id === id);
    if (known !== undefined) {
      known.reveal();
      return known;
    }
    const saved = this.services.draftOf(id);
    if (saved === undefined) {
      throw new AppError("input", "input/nodeGone");
    }
    const left = this.left.get(id);
    this.left.delete(id);
    const form = new ConnectionForm(left ?? { id, saved, draft: saved }, this.services, this);
    this.open.add(form);
    // What was left may be of a connection that was changed since.
    form.follow();
    return form;
  }

  /** A webview tab cannot refuse to be closed: what was typed is offered again instead. */
  private async offer(left: FormContent): Promise<void> {
    const again = l10n.t("Continue editing");
    const discard = l10n.t("Discard");
    const name = formName(left, translate);
    const picked = await this.services.dialogs.notify(
      "warning",
      warningText(CONNECTION_WARNINGS["connections/notSaved"], translate, { name }),
      [again, discard],
    );
    if (this.left.get(left.id) !== left) {
      // Taken up meanwhile from the tree.
      return;
    }
    if (picked === again) {
      this.show(left.id);
    } else if (picked === discard) {
      this.left.delete(left.id);
    }
  }
}
