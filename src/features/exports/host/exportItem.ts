import type { ContextValue, ExportAct } from "../../../manifest";

/** How an export is shown in the view. */
export interface ExportLook {
  /** The file or folder that it becomes, else which list it is of. */
  readonly label: string;
  /** The connection, how far it is, and which list: what is cut first says least. */
  readonly description: string;
  /** Path of the folder that it lies in, where that may be shown. */
  readonly folder?: string;
  readonly tooltip: string;
  /** A codicon, with its colour of the theme where it has one. */
  readonly icon: string;
  readonly color?: string;
  /** What can be done with it; absent where nothing can. */
  readonly context?: Extract<ContextValue, `export${string}`>;
  /** What a click does; nothing where it is absent. */
  readonly click?: "open" | "showError" | "showManifest";
  /** Something is being done for it now. */
  readonly isBusy: boolean;
}

/** One entry of the view of exports: an export of one list, or a data set of many clients. */
export interface ExportItem {
  /** A UUID. */
  readonly id: string;
  /** ISO 8601, UTC: the view has the newest first. */
  readonly createdAt: string;
  /** As it is now; what is private is masked in it while privacy mode is on. */
  readonly look: ExportLook;
  /** Which of the acts make sense now. */
  readonly acts: readonly ExportAct[];
  /** Runs here, or ended here for good. */
  readonly isHeld: boolean;
  /** Ends when the act is done, an export's `resume` when it runs again. Throws `AppError`. */
  act(act: ExportAct): Promise<void>;
  /** Ends what is in flight; what came stays, as after a kill. */
  dispose(): Promise<void>;
}
