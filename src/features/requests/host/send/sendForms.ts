import * as vscode from "vscode";
import { askChallenge } from "../../../../platform/vscode/challenge";
import { copyText } from "../../../../platform/vscode/clipboard";
import { openPanel } from "../../../../platform/vscode/panel";
import { translate } from "../../../../platform/vscode/translate";
import { environmentIcon, environmentWord, waitWords } from "../../../../platform/vscode/words";
import { type CommandArguments, type CommandId, SEND_PANEL } from "../../../../manifest";
import { hostToSend, type SendDraft, sendToHost } from "../../messages/sendPanel";
import { openBodyEditor } from "./bodyEditor";
import { SendForm } from "./sendForm";
import type { SendTabRequest, RequestTarget, SendFormServices, SendServices } from "./services";
import { writeQuestion } from "./sendQuestion";

/** The form "Send request": one tab. Loaded when it is opened first. */
export class SendForms implements vscode.Disposable {
  private form: SendForm | undefined;

  constructor(private readonly services: SendServices) {}

  /** Shows the form, begun with what a node stands for. */
  show(target: RequestTarget | undefined): void {
    const connectionId = target?.connectionId ?? this.services.current();
    const services = formServices(this.services, (request) => this.openTab(request));
    this.form ??= new SendForm(services, emptyDraft(connectionId));
    this.form.reveal();
    if (target !== undefined) {
      this.form.begin(target);
    }
  }

  dispose(): void {
    this.form?.close();
  }

  private openTab({
    handlers,
    title,
    onClose,
  }: SendTabRequest): ReturnType<SendFormServices["openTab"]> {
    const { panel, rpc } = openPanel({
      viewType: SEND_PANEL,
      script: "send.js",
      extensionUri: this.services.extensionUri,
      incoming: sendToHost,
      outgoing: hostToSend,
      title,
      handlers,
      onClose: () => {
        this.form = undefined;
        onClose();
      },
    });
    return { rpc, reveal: () => panel.reveal(), close: () => void panel.dispose() };
  }
}

function formServices(
  services: SendServices,
  openTab: SendFormServices["openTab"],
): SendFormServices {
  const { guard, dialogs } = services;
  return {
    ...{ t: translate, language: vscode.env.language, guard, openTab, waitWords },
    definition: (connectionId) => services.definition(connectionId),
    onDidChangeDefinition: services.onDidChangeDefinition,
    onDidReplace: services.onDidReplace,
    onDidChangePrivacy: (listener) => services.privacy.onDidChange(listener),
    connections: () => services.connections(),
    environment: (id) => {
      // Removed meanwhile: what is not known counts as production.
      const { environment = "production" } =
        services.connections().find((one) => one.id === id) ?? {};
      return { word: environmentWord(environment), icon: environmentIcon(environment) };
    },
    open: async (id) => services.open(id),
    use: (id) => services.use(id),
    describe: (error) => services.describe(error),
    showError: services.showError,
    confirm: (write) => dialogs.confirm(writeQuestion(write, services)),
    challenge: (write, what) => askChallenge(services, write, what),
    pensionCallOf: services.pensionCallOf,
    openWritten: (pension) => services.openWritten(pension),
    deletePension: (pension) => services.deletePension(pension),
    openBody: openBodyEditor,
    openAnswer: (...answer) => showBeside(services, ...answer),
    showRequest: (request) => run("financialPlanning.requests.open", request),
    openPayload: (pension) =>
      run("financialPlanning.pension.open", ...(pension === undefined ? [] : [pension])),
    copy: copyText,
  };
}

async function run<Id extends CommandId>(id: Id, ...values: CommandArguments[Id]): Promise<void> {
  await vscode.commands.executeCommand(id, ...values);
}

/** Beside the form, which keeps the focus: the next request is made from it. */
async function showBeside(
  { addAnswer }: SendServices,
  ...answer: Parameters<SendServices["addAnswer"]>
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(addAnswer(...answer));
  const viewColumn = vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
}

function emptyDraft(connectionId: string): SendDraft {
  return {
    connectionId,
    operationId: "listClients",
    values: {},
    method: "GET",
    domain: "crm",
    typedPath: "/",
    queryString: "",
    body: "",
  };
}
