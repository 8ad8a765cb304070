import type { TableFacts } from "../../messages/listQuestions";
import type { ErrorKind } from "../../../../platform/base/errors";
import type { HeaderList } from "../../../../platform/base/headers";
import type { Receiving } from "./loadedTable";

/** What the thread is told; tables, pages and calls by numbers that the other side gives them. */
export type ToTables =
  | { readonly kind: "open"; readonly table: number; readonly isMasked: boolean }
  | { readonly kind: "clear" | "close"; readonly table: number }
  | { readonly kind: "copy"; readonly table: number; readonly of: number }
  | ({ readonly kind: "receive"; readonly table: number; readonly page: number } & Receiving)
  | {
      readonly kind: "add";
      readonly table: number;
      readonly page: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "abandon"; readonly table: number; readonly page: number }
  | {
      readonly kind: "finish";
      readonly call: number;
      readonly table: number;
      readonly page: number;
      readonly contentType: string | undefined;
      readonly headers: HeaderList;
    }
  | {
      readonly kind: "ask";
      readonly call: number;
      readonly table: number;
      readonly name: string;
      readonly parameters: unknown;
    }
  | { readonly kind: "mask"; readonly key: Uint8Array | undefined };

/** What the thread tells. */
export type FromTables =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly error: ToldError }
  | { readonly table: number; readonly page: number; readonly first: TableFacts };

/** An `AppError` as it passes between threads. */
export interface ToldError {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}
