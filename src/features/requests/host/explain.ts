import * as vscode from "vscode";
import type { ConnectionSummary } from "../../../platform/base/connection";
import { AppError, isAppError } from "../../../platform/base/errors";
import type { Translate } from "../../../platform/texts/words";
import type { Action } from "../../../platform/base/action";
import type { Commands } from "../../../platform/vscode/commands";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { NodeArgument, RequestArgument } from "../../../manifest";
import type { Explain } from "./services";

/** A call that is to be explained, with what is known beside its record. */
interface Explained {
  readonly action: Action;
  readonly attempt?: number | undefined;
  readonly body?: Uint8Array | undefined;
  /** Rows on the page, where the answer was one. */
  readonly rows?: number | undefined;
}

/** What the explanation needs from the rest; wired in `extension.ts`. */
export interface ExplainServices {
  readonly commands: Commands;
  readonly errorActions: ErrorActions;
  /** Takes secrets out: a server can send back what it was given. */
  readonly translate: Translate;
  readonly find: (actionId: string) => Action | undefined;
  /** Body of an attempt's answer, as long as it is kept. */
  readonly bodyOf: (actionId: string, attempt: number) => Promise<Uint8Array | undefined>;
  /** The failure that a node of the tree shows. */
  readonly failureOf: (node: NodeArgument) => unknown;
  /** The call that the panel in front shows, else the last one. */
  readonly actionInFront: () => Explained | undefined;
  readonly summaries: () => readonly ConnectionSummary[];
  /** Text of the service definition. */
  readonly definition: (connectionId: string) => Promise<string>;
  readonly show: (action: Action, explain: Explain) => Promise<void>;
}

/** "Why can't I see it?": the command, and the button of errors. */
export function registerExplanations(services: ExplainServices): vscode.Disposable {
  const { commands, errorActions } = services;
  const explain = (explained: Explained): Promise<void> => explainCall(services, explained);
  errorActions.provide("explain", async (error) => {
    await explain(demand(explainedBy(error)));
    return false;
  });
  return commands.register("financialPlanning.requests.explain", (target) =>
    explain(demand(meant(services, target))),
  );
}

function meant(
  { find, failureOf, actionInFront }: ExplainServices,
  target: NodeArgument | RequestArgument | undefined,
): Explained | undefined {
  if (target === undefined) {
    return actionInFront();
  }
  if ("actionId" in target) {
    const action = find(target.actionId);
    if (action === undefined) {
      throw new AppError("input", "requests/gone");
    }
    return { action, attempt: target.attempt };
  }
  return explainedBy(failureOf(target));
}

function explainedBy(error: unknown): Explained | undefined {
  return isAppError(error) && error.action !== undefined
    ? { action: error.action, body: error.body }
    : undefined;
}

function demand(explained: Explained | undefined): Explained {
  if (explained === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return explained;
}

async function explainCall(
  services: ExplainServices,
  { action, attempt, rows, body: given }: Explained,
): Promise<void> {
  const { explanationOf, illustrativeScopes } = await import("../common/explanation");
  const last = action.attempts.find(({ number }) => number === attempt) ?? action.attempts.at(-1);
  const summaries = services.summaries();
  const own = summaries.find(({ id }) => id === action.connectionId);
  const facts = {
    ...{ action, attempt, rows, now: Date.now(), language: vscode.env.language },
    ...{ connection: own?.connection, session: own?.session, keyFingerprint: own?.keyFingerprint },
    body: given ?? (last && (await services.bodyOf(action.id, last.number))),
    illustrativeScopes: last
      ? illustrativeScopes(await services.definition(action.connectionId), last)
      : [],
    others: summaries.filter((other) => other !== own),
  };
  await services.show(action, (masking) =>
    explanationOf({ ...facts, masking }, services.translate),
  );
}
