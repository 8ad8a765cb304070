import type { Connection } from "../../connection";
import type { PlanRow } from "../batch/plan";
import { isApplied, leftOutLine } from "./planWords";
import type { AskedWrite } from "./reviewQuestion";
import type { Wording } from "./wording";

/** How a connection is called in the question of a batch. */
export interface ConnectionNames {
  readonly connection: Connection;
  /** "PRODUCTION". */
  readonly environment: string;
  /** "Acme production · PRODUCTION". */
  readonly name: string;
  /** Fingerprint of the key, or a word for none. */
  readonly key: string;
  /** Sentences that stand before the facts: "Same key as …". */
  readonly warnings: readonly string[];
}

/** How things are called to the user; nothing of it is told from the plan itself. */
export interface BatchNames {
  readonly connection: (connectionId: string) => ConnectionNames;
  /** A client as it may be shown. */
  readonly client: (row: PlanRow) => string;
  /** What the batch is continued from: then those are the rows that were not taken. */
  readonly isResumed?: boolean;
}

/** What the user decides on before a batch is applied, in the words of the modal. */
export function batchQuestion(
  rows: readonly PlanRow[],
  names: BatchNames,
  words: Wording,
): AskedWrite {
  const sent = rows.filter(isApplied);
  const left = rows.filter((row) => !isApplied(row));
  const lines = sent.map((row) => names.client(row));
  return {
    message: String(sent.length),
    detail: [...lines, leftOutLine(left, words)].join("\n"),
    button: words.t("PUT"),
  };
}
