import * as vscode from "vscode";
import { readSetting } from "../../../platform/vscode/settings";
import { hasIdForm } from "../common/idLinks";
import type { IdLinks, IdTerminalLink } from "./idLinks";
import { searchedText } from "./idLinkText";

export interface IdLinkAnswering {
  readonly idLinks: IdLinks;
}

interface IdLinkOptions {
  readonly answering: () => Promise<IdLinkAnswering>;
  /** Whether the features are loaded already; calls of this window are known from then on. */
  readonly isLoaded: () => boolean;
  /** Where calls of other windows are kept; without it there are none. */
  readonly historyFolder: vscode.Uri;
}

/**
 * Ids of known calls are links in every editor and terminal. The features are loaded for a text
 * that has something of the form of an id, and only where a call was ever recorded.
 */
export function registerIdLinks(options: IdLinkOptions): vscode.Disposable {
  const { answering, isLoaded, historyFolder } = options;
  const mayHaveLinks = async (text: () => string): Promise<boolean> =>
    isLoaded() ||
    (hasIdForm(text(), readSetting("financialPlanning.trace.prefix")) &&
      (await isFolder(historyFolder)));
  const inTerminals: vscode.TerminalLinkProvider<IdTerminalLink> = {
    provideTerminalLinks: async ({ line }) =>
      (await mayHaveLinks(() => line)) ? (await answering()).idLinks.inTerminal(line) : [],
    handleTerminalLink: async ({ id }) => {
      await vscode.commands.executeCommand("financialPlanning.requests.find", id);
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider("*", {
      provideDocumentLinks: async (document) =>
        (await mayHaveLinks(() => searchedText(document).text))
          ? (await answering()).idLinks.inDocument(document)
          : [],
    }),
    vscode.window.registerTerminalLinkProvider(inTerminals),
  );
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.Directory;
  } catch {
    return false;
  }
}
