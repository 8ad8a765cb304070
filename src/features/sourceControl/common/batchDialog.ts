import type { Connection } from "../../../platform/base/connection";
import type { Schema } from "../../../platform/service/definition/schema";
import { AppError } from "../../../platform/base/errors";
import { samePension } from "../../pensions/common/target";
import { isSameVersion } from "../../pensions/common/writing/version";
import type { WriteDialog, WriteReview } from "../../pensions/common/writing/writer";
import type { BatchDialog, BatchSurroundings, FileNow } from "./batch";
import type { PlanRow } from "./plan";
import { endOfChange, endOfError, type RowEnd } from "./rowOutcome";

/** Where a batch writes, as it was when the user said yes. */
export interface ConfirmedPlace {
  readonly connection: Connection;
  readonly key: string | undefined;
}

interface RowDialogOptions extends Pick<BatchSurroundings, "fileOf" | "keyOf"> {
  readonly row: PlanRow;
  readonly place: ConfirmedPlace;
  readonly schema: Schema;
  readonly dialog: Pick<BatchDialog, "challenge" | "onWait">;
  readonly stop: AbortSignal;
}

/**
 * Answers for the user, who was asked once for all rows: yes to exactly what was confirmed, no to
 * anything else.
 */
export class RowDialog implements WriteDialog<WriteReview> {
  /** Why it said no, if it did. */
  declined: RowEnd | undefined;

  constructor(private readonly options: RowDialogOptions) {}

  get stop(): AbortSignal {
    return this.options.stop;
  }

  readonly goOnUnread = (error: AppError): Promise<boolean> => {
    const isConfirmed = this.options.row.state.effect === "unknown";
    this.declined = isConfirmed ? undefined : endOfError(error, false);
    return Promise.resolve(isConfirmed);
  };

  /** Nobody is there to be asked again: that was it. */
  readonly onRefused: WriteDialog<WriteReview>["onRefused"] = (refusal) => {
    this.declined = endOfError(refusal, false);
  };

  readonly confirm = async (review: WriteReview): Promise<boolean> => {
    this.declined ??= await this.changeSince(review);
    return this.declined === undefined;
  };

  readonly challenge: WriteDialog<WriteReview>["challenge"] = (what) =>
    this.options.dialog.challenge(this.options.row, this.options.place.connection)(what);

  readonly onWait: WriteDialog<WriteReview>["onWait"] = (wait) =>
    this.options.dialog.onWait?.(this.options.row, wait);

  /** What has landed is looked at to its end; a read before the write is not waited for. */
  readonly whileCalling: WriteDialog<WriteReview>["whileCalling"] = (step, task) =>
    this.declined === undefined
      ? task(step === "reading" ? this.stop : new AbortController().signal)
      : Promise.reject(new AppError("canceled", "canceled/byUser"));

  private async changeSince(review: WriteReview): Promise<RowEnd | undefined> {
    const { row, fileOf } = this.options;
    if (review.reason !== "asked" || !this.isSameService(review)) {
      return endOfChange("serviceChanged");
    }
    if (!this.isSamePlace(review)) {
      return endOfChange("connectionChanged");
    }
    const file = await fileOf(row.file);
    if (file === undefined) {
      return endOfChange("fileGone");
    }
    if (!this.isSameTarget(file)) {
      return endOfChange("targetChanged");
    }
    return file.text === row.payload?.text ? undefined : endOfChange("fileChanged");
  }

  /** The service says of it what it said when the plan was shown, or no more where that was nothing. */
  private isSameService({ current }: WriteReview): boolean {
    const { row, schema } = this.options;
    return row.state.effect === "unknown" && current.kind === "unread"
      ? true
      : row.current !== undefined && isSameVersion(row.current, current, schema);
  }

  /** A file that follows the connection in use goes where it was planned for. */
  private isSameTarget({ target }: FileNow): boolean {
    const { pension } = this.options.row;
    return (
      target !== undefined &&
      pension !== undefined &&
      samePension(target, pension) &&
      (target.connectionId ?? pension.connectionId) === pension.connectionId
    );
  }

  private isSamePlace({ connection, goesTo }: WriteReview): boolean {
    const { row, place, keyOf } = this.options;
    return (
      goesTo.url === row.goesTo?.url &&
      connection.environment === place.connection.environment &&
      connection.label === place.connection.label &&
      keyOf(connection.id) === place.key
    );
  }
}
