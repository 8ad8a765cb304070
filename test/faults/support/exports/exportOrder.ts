import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";
import type { ExportFormat } from "../../../../src/features/exports/common/export";
import type { ManyRows } from "../../../fakes/manyRows";

/** What a window is to export. */
export interface ExportOrder {
  /** Of the service and its identity provider. */
  readonly origin: string;
  /** Credentials of a sandbox, where it is one. */
  readonly facts?: SandboxFacts;
  readonly clientId?: string;
  readonly kind: ManyRows["kind"];
  readonly pageSize: number;
  readonly format: ExportFormat;
  /** All clients are exported first, so that the process has the size of one that does such. */
  readonly isWarmed?: boolean;
  /** Of its own: locks, history, the file and its part. */
  readonly folder: string;
}

/** What a window says. */
export type ExportSaid =
  | { readonly type: "placing" }
  | {
      readonly type: "over";
      readonly state: string;
      /** Code of why it failed. */
      readonly code?: string;
      readonly pages: number;
      readonly rows: number;
      /** Attempts that its history holds at the end. */
      readonly attempts: number;
      /** Of the whole process, in bytes: when its export began, and at most from then on. */
      readonly warm: number;
      readonly most: number;
    };

/** Names below the folder of an order. */
export const EXPORTED = "rows.out";
export const PART = `${EXPORTED}.part`;
