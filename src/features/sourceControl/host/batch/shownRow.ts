import { maskSaid } from "../../../requests/common/maskAction";
import { AppError, type ErrorKind } from "../../../../platform/base/errors";
import type { Batch, Batches, BatchRow, RowProblem } from "../../common/batch";
import type { ErrorText } from "../../../../platform/texts/errorText";
import type { BodyProblem } from "../../../../platform/http/refusals/problemList";
import type { BatchServices } from "./batchServices";

/** What the rows of a batch are shown with. */
export type ShownBy = Pick<BatchServices, "privacy" | "describe">;

/** A path as it may be shown: the folder that it is in has a client's id as its name. */
export function shownPlace(
  { place, pension }: Pick<BatchRow, "place" | "pension">,
  { privacy }: Pick<ShownBy, "privacy">,
): string {
  const id = pension?.clientId ?? "";
  const shown = privacy.masking.maskLabel(id, "id");
  // Folders can be named after people too, and write an id in other letters.
  return privacy.masking.maskText(id === "" ? place : place.replaceAll(id, shown));
}

/** Why a row ended as it did, in the words that its error has everywhere. */
export async function problemWords(
  problem: RowProblem | undefined,
  { describe }: Pick<ShownBy, "describe">,
): Promise<Pick<ErrorText, "what" | "advice"> | undefined> {
  if (problem === undefined) {
    return undefined;
  }
  const { kind, code, status } = problem;
  const details = status === undefined ? {} : { status };
  return describe(new AppError(kind as ErrorKind, code, details));
}

/** What the service said of a PUT as it may be shown: secrets out, masked while that is on. */
export function shownSaid(
  batches: Pick<Batches, "said">,
  actionId: string,
  { translateSent, privacy }: Pick<BatchServices, "translateSent" | "privacy">,
): readonly BodyProblem[] {
  return batches.said(actionId).map(({ path, message }) => ({
    ...{ path, message: translateSent("{0}", maskSaid(message, privacy.masking)) },
  }));
}

/** Trace id of all, and the request ids of those that were sent, a line each, for the clipboard. */
export function idLinesOf({ traceId, rows }: Batch): string {
  return [
    ...(traceId === undefined ? [] : [`x-dt-traceid: ${traceId}`]),
    ...rows.flatMap(({ requestId, pension }) =>
      requestId === undefined ? [] : [`x-dt-requestid: ${requestId} ${pension?.pensionId ?? ""}`],
    ),
  ].join("\n");
}
