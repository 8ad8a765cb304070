import type { IndexedText } from "../../../../platform/json/entryReading";
import type { TextEncoding } from "../../../../platform/http/text";
import type { Envelope, PageQuery } from "../envelope";
import type { RowPaths } from "./rowPaths";

/** A page of a list as text with entries; no object is made of any row. */
export interface LoadedPage extends IndexedText {
  readonly asked: PageQuery;
  /** The entry of each row. */
  readonly rows: Int32Array;
  readonly paths: RowPaths;
}

/** A page that has come whole. */
export interface WholePage extends LoadedPage {
  readonly envelope: Envelope;
  readonly listPath: readonly string[];
  readonly encoding: TextEncoding;
  /** As they came; absent where the text in UTF-8 is the same bytes. */
  readonly bytes: Uint8Array | undefined;
}
