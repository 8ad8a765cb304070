import * as vscode from "vscode";
import type { Connection } from "../../../../platform/base/connection";
import { AppError } from "../../../../platform/base/errors";
import type { BatchDialog } from "../../common/batch";
import type { PlanRow } from "../../common/plan";
import { batchQuestion, type BatchNames, type ConnectionNames } from "../../texts/batchQuestion";
import { isApplied } from "../../texts/planWords";
import { askChallenge } from "../../../../platform/vscode/challenge";
import { connectionName, environmentWord, waitWords } from "../../../../platform/vscode/words";
import { clientName } from "../../../pensions/host/clientName";
import { pensionWording } from "../../../pensions/host/wording";
import type { BatchServices } from "./batchServices";

interface BatchDialogOptions {
  readonly services: BatchServices;
  /** All rows of the plan: those that are not sent are counted in the question. */
  readonly planned: readonly PlanRow[];
  /** Whether some of it was written already. */
  readonly isResumed: boolean;
  /** Called when the user said yes: from then on something leaves. */
  readonly onConfirmed: () => void;
  readonly report: (message: string) => void;
}

/** The user's side of a batch: one question for all of it, over the plan. */
export function batchDialog(options: BatchDialogOptions): BatchDialog {
  const { services, report } = options;
  return {
    confirm: async (rows) => {
      const isConfirmed = await ask(options, rows);
      if (isConfirmed) {
        options.onConfirmed();
      }
      return isConfirmed;
    },
    challenge: (row, connection) => (what) => {
      const { clientId } = row.pension ?? {};
      const client = row.pension && clientName(services, row.pension);
      return askChallenge(services, { connection, clientId, clientName: client }, what);
    },
    onWait: (_, wait) => report(waitWords(wait)),
  };
}

async function ask(
  { services, planned, isResumed }: BatchDialogOptions,
  rows: readonly PlanRow[],
): Promise<boolean> {
  const left = planned.filter((row) => !isApplied(row));
  const names: BatchNames = {
    connection: await namesOf(services, rows),
    client: ({ pension }) => (pension === undefined ? "" : clientName(services, pension)),
    isResumed,
  };
  const words = pensionWording(services.privacy);
  return services.dialogs.confirm(batchQuestion([...rows, ...left], names, words));
}

/** Each connection as it is called in questions, made before they are asked. */
async function namesOf(
  services: BatchServices,
  rows: readonly PlanRow[],
): Promise<BatchNames["connection"]> {
  const ids = new Set(rows.flatMap(({ pension }) => pension?.connectionId ?? []));
  const found = new Map<string, ConnectionNames>();
  for (const id of ids) {
    const { connection } = await services.open(id);
    found.set(id, connectionNames(services, connection));
  }
  return (id) => {
    const names = found.get(id);
    if (names === undefined) {
      throw new AppError("internal", "internal/unexpected");
    }
    return names;
  };
}

function connectionNames(
  { keyFingerprint, sameKeyWarning }: BatchServices,
  connection: Connection,
): ConnectionNames {
  const { id, environment } = connection;
  const sameKey = sameKeyWarning(id);
  return {
    connection,
    environment: environmentWord(environment),
    name: connectionName(connection),
    key: keyFingerprint(id) ?? vscode.l10n.t("unknown"),
    warnings: sameKey === undefined ? [] : [sameKey],
  };
}
