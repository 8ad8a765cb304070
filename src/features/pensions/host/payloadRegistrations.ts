import * as vscode from "vscode";
import { isPayload, onPayloadsChange, payloadSelector } from "./payloadPatterns";

/** What is answered about payload files. */
export interface PayloadAnswering {
  readonly lenses: vscode.CodeLensProvider;
  readonly hovers: vscode.HoverProvider;
  readonly definitions: vscode.DefinitionProvider;
  readonly fixes: vscode.CodeActionProvider;
}

/**
 * Registers for payload files what the editor asks about them, anew when other files become
 * payload files. One that is opened loads the features, which check it while it is typed.
 */
export function registerPayloadQuestions(
  answering: () => Promise<PayloadAnswering>,
  onDidChangeLenses: vscode.Event<void>,
): vscode.Disposable {
  let registered = register(answering, onDidChangeLenses);
  const load = (document: vscode.TextDocument): void => {
    if (isPayload(document.uri)) {
      // What fails to load says so to whoever asks for something; nobody asked here.
      answering().catch(() => undefined);
    }
  };
  vscode.workspace.textDocuments.forEach(load);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(load),
    onPayloadsChange(() => {
      registered.dispose();
      registered = register(answering, onDidChangeLenses);
      vscode.workspace.textDocuments.forEach(load);
    }),
    { dispose: () => void registered.dispose() },
  );
}

function register(
  answering: () => Promise<PayloadAnswering>,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.Disposable {
  const languages = vscode.languages;
  const selector = payloadSelector();
  return vscode.Disposable.from(
    languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses,
      provideCodeLenses: async (document, token) =>
        (await answering()).lenses.provideCodeLenses(document, token),
    }),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position, token) =>
        (await answering()).hovers.provideHover(document, position, token),
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, position, token) =>
        (await answering()).definitions.provideDefinition(document, position, token),
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range, context, token) =>
          (await answering()).fixes.provideCodeActions(document, range, context, token),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}
