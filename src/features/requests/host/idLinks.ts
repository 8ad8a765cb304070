import * as vscode from "vscode";
import type { History } from "../common/history";
import { findIdLinks } from "../common/idLinks";
import { KnownIds } from "../common/knownIds";
import { ANSWER_SCHEME } from "../../../manifest";
import { searchedText } from "./idLinkText";
import type { PinnedTrace } from "./pinnedTrace";

interface IdLinkServices {
  readonly history: Pick<History, "ids" | "ready">;
  readonly pinned: PinnedTrace;
}

const LONGEST_LINE = 10_000;

/** What is answered about ids of calls in editors and terminals. */
export interface IdLinks {
  inDocument(document: vscode.TextDocument): Promise<vscode.DocumentLink[]>;
  inTerminal(line: string): Promise<IdTerminalLink[]>;
}

export interface IdTerminalLink extends vscode.TerminalLink {
  readonly id: string;
}

export function createIdLinks(services: IdLinkServices): IdLinks {
  // The calls of earlier windows are on disk; once they are here, other windows tell of more.
  let ready: Promise<void> | undefined;
  const untilReady = (): Promise<void> => {
    ready ??= services.history.ready().catch(() => {
      // The next text asks again.
      ready = undefined;
    });
    return ready;
  };
  return {
    inDocument: async (document) => {
      await untilReady();
      return documentLinks(services, document);
    },
    inTerminal: async (line) => {
      await untilReady();
      return terminalLinks(services, line);
    },
  };
}

/** Of known calls, and what is pinned: it may be any word, and no call has it yet. */
function knownIds({ history, pinned }: IdLinkServices): readonly KnownIds[] {
  if (pinned.current === undefined) {
    return [history.ids];
  }
  const own = new KnownIds(false);
  own.add(pinned.current);
  return [own, history.ids];
}

function documentLinks(
  services: IdLinkServices,
  document: vscode.TextDocument,
): vscode.DocumentLink[] {
  // Answers are full of UUIDs and belong to a call anyway, from which they were opened.
  if (document.uri.scheme === ANSWER_SCHEME) {
    return [];
  }
  const { from: start, text } = searchedText(document);
  return findIdLinks(text, knownIds(services)).map(({ from, id }) => {
    const place = new vscode.Range(
      document.positionAt(start + from),
      document.positionAt(start + from + id.length),
    );
    const link = new vscode.DocumentLink(place, findUri(id));
    link.tooltip = tooltip();
    return link;
  });
}

function findUri(id: string): vscode.Uri {
  const values = encodeURIComponent(JSON.stringify([id]));
  return vscode.Uri.parse(`command:financialPlanning.requests.find?${values}`);
}

function terminalLinks(services: IdLinkServices, line: string): IdTerminalLink[] {
  return findIdLinks(line.slice(0, LONGEST_LINE), knownIds(services)).map(({ from, id }) => ({
    startIndex: from,
    length: id.length,
    tooltip: tooltip(),
    id,
  }));
}

function tooltip(): string {
  return vscode.l10n.t("Show this request");
}
