import type { DefinitionChange } from "../changes/changes";
import type { DocumentPosition, ImportedDocument } from "./document";

/**
 * What the thread is asked: to read a text, where in it a JSON Pointer leads, or what changed from
 * one text to another.
 */
export interface ReaderQuestion {
  readonly text: string;
  readonly pointer?: string;
  readonly later?: { readonly text: string; readonly prefix: string };
}

/** What it answers, or why it refuses the text. */
export type ReaderAnswer =
  | { readonly document: ImportedDocument }
  | { readonly position: DocumentPosition }
  | { readonly changes: readonly DefinitionChange[] }
  | { readonly code: string; readonly values: Readonly<Record<string, string | number>> };
